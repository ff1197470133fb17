/**
 * Calls a function once what is on the page has been laid out and scrolled. A tab in the background has no frames: it
 * waits until it is shown.
 *
 * @returns a function that prevents the call
 */
export function onShownFrame(then: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    // Observers of sizes are called at the end of the first frame.
    frame = requestAnimationFrame(then);
  });
  return () => cancelAnimationFrame(frame);
}

/** What the viewer leaves out for screen readers and the keyboard, by the elements that lack it. */
const lacking: Readonly<Record<string, (element: Element) => void>> = {
  'button.scalar-code-copy:not([aria-label])': (button) => button.setAttribute('aria-label', 'Copy'),
  // The name of a button has to begin with the words on it.
  'button.show-more[aria-label^="Show all"]': (button) => {
    button.setAttribute('aria-label', `${button.textContent?.trim()}: ${button.getAttribute('aria-label')}`);
  },
  '[role=combobox].code-input-lite__editor:not([aria-expanded])': (input) => {
    input.setAttribute('aria-expanded', 'false');
    input.setAttribute('aria-label', input.getAttribute('data-placeholder') || 'Value');
  },
  'ul.endpoints:not([tabindex])': (list) => list.setAttribute('tabindex', '0'),
};

/** Adds it, also to what is shown later. */
export function nameControls(root: Element): void {
  const add = (): void => {
    for (const [selector, complete] of Object.entries(lacking)) root.querySelectorAll(selector).forEach(complete);
  };
  new MutationObserver(add).observe(root, { childList: true, subtree: true });
  add();
}

/** Whether a text is none that people read. */
export function isBinary(text: string): boolean {
  return text.slice(0, 8_000).includes('\0');
}

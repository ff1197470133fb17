/** What is shown of a long text at first. */
const LINES = 5;
const CHARACTERS = 300;

/** The first lines of a text, or all of it. Never ends inside a character. */
export function beginningOf(text: string): string {
  const lines = text.split('\n').slice(0, LINES).join('\n');
  return [...lines].slice(0, CHARACTERS).join('');
}

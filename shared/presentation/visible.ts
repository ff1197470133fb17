/** Embeddings, overrides and isolates of the direction of text. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * A text of others as it is: what turns the direction of text is written out. A command or a line of code could
 * otherwise be run as another one than is read (Trojan Source).
 */
export function visible(text: string): string {
  return text.replace(DIRECTIONS, (character) => `[U+${character.charCodeAt(0).toString(16).toUpperCase()}]`);
}

/** Characters that change the direction of text. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * Untrusted text with direction characters spelled out. They could make a command read differently from what runs
 * (Trojan Source).
 */
export function visible(text: string): string {
  return text.replace(DIRECTIONS, (character) => `[U+${character.charCodeAt(0).toString(16).toUpperCase()}]`);
}

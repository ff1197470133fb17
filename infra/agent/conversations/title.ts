import { type Message, textOf } from '../events/message.ts';

const titleLength = 50;

/** A title from a message's first words; null when it has none. */
export function titleOf(message: Message): string | null {
  const line = textOf(message).trim().split('\n')[0]?.trim() ?? '';
  const characters = [...line];
  if (characters.length <= titleLength) return line || null;
  return `${characters.slice(0, titleLength - 1).join('')}…`;
}

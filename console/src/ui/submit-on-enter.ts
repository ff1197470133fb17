import type { KeyboardEvent } from 'react';

/** What keyboards say of an Enter that ends the choice of a character, in browsers that say it in no other way. */
const COMPOSING = 229;

/** Sends the form of a text on Enter. With Shift it makes a new line. */
export function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  const { isComposing, keyCode } = event.nativeEvent;
  if (event.key !== 'Enter' || event.shiftKey || isComposing || keyCode === COMPOSING) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

/** The same for people. @param does what Enter does, such as "sends" */
export function enterHint(does: string): string {
  return `Enter ${does}, Shift+Enter makes a new line.`;
}

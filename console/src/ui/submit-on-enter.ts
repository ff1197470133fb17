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

/** Describes the keys. @param action what Enter does, such as "send" */
export function enterHint(action: string): string {
  return `Enter to ${action}, Shift+Enter for a new line`;
}

import type { KeyboardEvent } from 'react';

/**
 * The key code of an Enter that confirms a character of an input method, in browsers that do not report it otherwise.
 */
const COMPOSING = 229;

/** Submits the form on Enter. Shift+Enter starts a new line. */
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

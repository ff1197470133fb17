import type { FormEvent, KeyboardEvent } from 'react';

/** Handles the submission of a form by its fields. The browser loads no page. */
export function onFields(handle: (fields: FormData) => void): (event: FormEvent<HTMLFormElement>) => void {
  return (event) => {
    event.preventDefault();
    handle(new FormData(event.currentTarget));
  };
}

/** The trimmed text of a field; empty if the form has no such field. */
export function textIn(fields: FormData, name: string): string {
  return String(fields.get(name) ?? '').trim();
}

/** The key code of an Enter that confirms input method text, for browsers that do not set `isComposing`. */
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

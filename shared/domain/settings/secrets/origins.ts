import { type AppError, badField } from '../../../platform/errors.ts';

/** The error for a secret that would be sent to another origin. @param field the field of the secret */
export function otherOrigin(field: readonly (string | number)[]): AppError {
  const msg = 'This secret was stored for another address. Send it again with the new address.';
  return badField(field.map(String), msg, 'other_origin');
}

/**
 * The scheme, host and port of a URL. Other texts stand for themselves, and so do URLs that agents read in another way:
 * for `https://a\@b`, browsers and Node.js call a, and Python calls b.
 */
export function originOf(text: string): string {
  if (!URL.canParse(text) || /[\s\\]/.test(text)) return text;
  const { protocol, host } = new URL(text);
  return `${protocol}//${host}`;
}

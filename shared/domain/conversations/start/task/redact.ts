import { MASK } from '../../../../contract/shapes/mask.ts';

/** Shorter texts than this are words like `stdio`, not secrets. */
const SHORTEST_SECRET = 6;

/** Removes secrets from messages about a start, the longest first, as it may contain another. */
export function redacted(text: string, secrets: readonly string[]): string {
  const forms = [...new Set(secrets.flatMap(formsOf))].toSorted((a, b) => b.length - a.length);
  return forms.reduce((clean, form) => clean.replaceAll(form, MASK), text);
}

/** A secret may come back line by line, as JSON or an address writes it, and without its first word. */
function formsOf(secret: string): string[] {
  const texts = [secret, secret.replace(/^Bearer /, ''), ...secret.split(/\r?\n/)];
  return texts
    .filter((form) => form.length >= SHORTEST_SECRET)
    .flatMap((form) => [form, JSON.stringify(form).slice(1, -1), encodeURIComponent(form)]);
}

/** Every text in a value, however deep. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

import { MASK } from '../../../contract/shapes/mask.ts';

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

/**
 * An absolute path of two parts or more. What begins in the middle of a word, after a dot or in an address on the web
 * is none.
 */
const ABSOLUTE = /(?<![\w.:/~$%*-])\/[\w.@+~-]+(?:\/[\w.@+~-]+)+\/?/g;

/** Where these lead says nothing about a machine: every sandbox has them, and so does every API. */
const KNOWN = /^\/(?:workspace|usr|bin|sbin|etc|dev|proc|api|v\d+)\//;

/**
 * A foreign error's words without the paths of the machine that runs the agent: its home directory, the folder that a
 * local service keeps, the place of its program.
 */
export function withoutInnerPaths(text: string): string {
  return text.replace(ABSOLUTE, (path) => (KNOWN.test(path) ? path : `…/${path.split('/').findLast(Boolean)}`));
}

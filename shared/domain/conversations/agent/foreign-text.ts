import { MASK } from '../../../contract/shapes/mask.ts';

/** Shorter texts are words such as `stdio`, not secrets. */
const SHORTEST_SECRET = 6;

/** Masks secrets in a text, the longest first, as a secret can contain another. */
export function redacted(text: string, secrets: readonly string[]): string {
  const forms = [...new Set(secrets.flatMap(formsOf))].toSorted((a, b) => b.length - a.length);
  return forms.reduce((clean, form) => clean.replaceAll(form, MASK), text);
}

/** The forms in which a secret may be printed: by line, escaped as JSON or for a URL, and without `Bearer`. */
function formsOf(secret: string): string[] {
  const texts = [secret, secret.replace(/^Bearer /, ''), ...secret.split(/\r?\n/)];
  return texts
    .filter((form) => form.length >= SHORTEST_SECRET)
    .flatMap((form) => [form, JSON.stringify(form).slice(1, -1), encodeURIComponent(form)]);
}

/** All texts in a value, at any depth. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** An absolute path of at least two parts. Excludes parts of words, relative paths and URLs. */
const ABSOLUTE = /(?<![\w.:/~$%*-])\/[\w.@+~-]+(?:\/[\w.@+~-]+)+\/?/g;

/** Paths that every sandbox or API has. They reveal nothing about the machine. */
const KNOWN = /^\/(?:workspace|usr|bin|sbin|etc|dev|proc|api|v\d+)\//;

/** Shortens paths of the machine that runs the agent, such as its home directory, to their last part. */
export function withoutInnerPaths(text: string): string {
  return text.replace(ABSOLUTE, (path) => (KNOWN.test(path) ? path : `…/${path.split('/').findLast(Boolean)}`));
}

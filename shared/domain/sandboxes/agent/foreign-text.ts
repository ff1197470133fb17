import { MASK } from '../../../contract/shapes/mask.ts';
import { formsOf } from '../../settings/secrets/secret-forms.ts';

/** Masks secrets in a text, in all forms in which a program may print them. */
export function redacted(text: string, secrets: readonly string[]): string {
  return secrets
    .flatMap(formsOf)
    .toSorted(byLength)
    .reduce((clean, form) => clean.replaceAll(form, MASK), text);
}

/** The longest first, as a secret can contain another. */
function byLength(a: string, b: string): number {
  return b.length - a.length;
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

import type { FieldError } from './errors.ts';

/** Where in a request something is wrong. */
export type Source = 'path' | 'query' | 'body' | 'header';

/** How much of a long name an error repeats, in characters. */
const MAX_NAME = 200;

/** One bad field, with its path in the two forms that clients read. */
export function fieldError(source: Source, names: readonly (string | number)[], msg: string, type: string): FieldError {
  const path = names.map((name) => (typeof name === 'string' && name.length > MAX_NAME ? shortened(name) : name));
  const escaped = path.map((part) => String(part).replaceAll('~', '~0').replaceAll('/', '~1'));
  return { loc: [source, ...path], msg, type, pointer: ['#', ...escaped].join('/') };
}

function shortened(name: string): string {
  return `${name.slice(0, MAX_NAME).toWellFormed()}…`;
}

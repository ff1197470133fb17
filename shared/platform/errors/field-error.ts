import type { FieldError } from './errors.ts';

/** Where in a request something is wrong. */
export type Source = 'path' | 'query' | 'body' | 'header';

/** One bad field, with its path in the two forms that clients read. */
export function fieldError(source: Source, path: readonly (string | number)[], msg: string, type: string): FieldError {
  const escaped = path.map((part) => String(part).replaceAll('~', '~0').replaceAll('/', '~1'));
  return { loc: [source, ...path], msg, type, pointer: ['#', ...escaped].join('/') };
}

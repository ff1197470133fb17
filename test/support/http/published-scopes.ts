import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { holds, type Scope, scopes } from '../../../shared/contract/shapes/scopes.ts';

/** An operation in the published document that needs an API key. */
export interface PublishedOperation {
  readonly method: string;
  readonly path: string;
  /** Any of these scopes is enough. */
  readonly allowed: readonly Scope[];
}

interface Operation {
  readonly security?: readonly Readonly<Record<string, readonly string[] | undefined>>[];
}

const file = join(import.meta.dirname, '../../../docs/openapi.json');
const { paths }: { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> } = JSON.parse(
  readFileSync(file, 'utf8'),
);

/** Every operation of docs/openapi.json that needs an API key, with the scopes named in its `security`. */
export const publishedOperations: readonly PublishedOperation[] = Object.entries(paths).flatMap(([path, operations]) =>
  Object.entries(operations).flatMap(([method, { security = [] }]) => {
    const needed = security.find(({ sessionApiKey }) => sessionApiKey !== undefined)?.sessionApiKey;
    if (needed === undefined) return [];
    const allowed = scopes.filter((held) => needed.every((scope) => holds([held], scopeOf(scope))));
    return [{ method: method.toUpperCase(), path, allowed }];
  }),
);

function scopeOf(name: string): Scope {
  const scope = scopes.find((known) => known === name);
  if (scope === undefined) throw new Error(`docs/openapi.json names an unknown scope: ${name}`);
  return scope;
}

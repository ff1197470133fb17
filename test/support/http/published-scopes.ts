import document from '../../../docs/openapi.json' with { type: 'json' };
import { holds, type Scope, scopes } from '../../../shared/contract/shapes/scopes.ts';

/** An operation that needs an API key, as the published document describes it. */
export interface PublishedOperation {
  readonly method: string;
  readonly path: string;
  /** The scopes each of which is enough. */
  readonly allowed: readonly Scope[];
}

interface Operation {
  readonly security?: readonly { readonly sessionApiKey?: readonly string[] }[];
}

const paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> = document.paths;

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

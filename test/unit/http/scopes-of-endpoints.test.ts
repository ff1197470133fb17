import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scopeWords } from '../../../infra/docs/openapi/scope-words.ts';
import type { Endpoint } from '../../../shared/contract/endpoint/endpoint.ts';
import { endpoints } from '../../../shared/contract/index.ts';
import { scopes } from '../../../shared/contract/shapes/scopes.ts';
import { requireScope } from '../../../shared/http/request/scopes.ts';
import { anEvent } from '../../support/http/proxy-event.ts';
import { publishedOperations } from '../../support/http/published-scopes.ts';

const all: readonly Endpoint[] = endpoints;

describe('the published scopes', () => {
  it('include every endpoint that needs an API key', () => {
    const keyed = all.filter(({ access }) => access === 'key').map(({ method, path }) => `${method} ${path}`);

    expect(publishedOperations.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(keyed.toSorted());
  });

  it('are each described in docs/keys.md, in the words of the reference', async () => {
    const page = await readFile(join(import.meta.dirname, '../../../docs/keys.md'), 'utf8');

    for (const scope of scopes) expect(page).toContain(`\n| \`${scope}\` | ${scopeWords[scope]} |\n`);
  });
});

describe('every endpoint with every scope', () => {
  it.each(publishedOperations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
    '%s',
    (_, { method, path, allowed }) => {
      const found = all.find((one) => one.method === method && one.path === path);
      if (!found) throw new Error('there is no such endpoint');
      const { before } = requireScope(found);
      const callWith = (scope: (typeof scopes)[number]) =>
        before?.({ event: anEvent(found, { caller: { scopes: [scope] } }) } as never);

      for (const scope of scopes) {
        if (allowed.includes(scope)) expect(() => callWith(scope), scope).not.toThrow();
        else expect(() => callWith(scope), scope).toThrow(`lacks the scope ${found.scope}`);
      }
    },
  );
});

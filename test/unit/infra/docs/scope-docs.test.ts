import { describe, expect, it } from 'vitest';
import { contractRows, currentPage, pageRows, readScopesPage } from '../../../../infra/docs/scopes.ts';
import type { Endpoint } from '../../../../shared/contract/endpoint/endpoint.ts';
import { endpoints } from '../../../../shared/contract/index.ts';
import { scopes } from '../../../../shared/contract/shapes/scopes.ts';
import { requireScope } from '../../../../shared/http/request/require-scope.ts';
import { anEvent } from '../../../support/http/proxy-event.ts';

const page = await readScopesPage();

describe('docs/scopes.md', () => {
  it('is current', () => {
    expect(currentPage(page), 'run `npm run scopes` and commit the page').toBe(page);
  });

  it('contains every endpoint with an API key, and describes every scope', () => {
    expect(pageRows(page)).toEqual(contractRows());
    for (const scope of scopes) expect(page).toMatch(new RegExp(`^\\| \`${scope}\` \\| \\w`, 'm'));
  });

  it('generator throws when its table is missing', () => {
    expect(() => currentPage('# Scopes')).toThrow('has no place');
  });
});

describe('every endpoint with every scope', () => {
  it.each(pageRows(page).map((row) => [`${row.method} ${row.path}`, row] as const))(
    '%s',
    (_, { method, path, allowed }) => {
      const found = (endpoints as readonly Endpoint[]).find((one) => one.method === method && one.path === path);
      if (!found) throw new Error('there is no such endpoint');
      const { before } = requireScope(found);
      // Whoever calls asks with a request, of which this middleware reads who calls.
      const ask = (scope: (typeof scopes)[number]) =>
        before?.({ event: anEvent(found, { caller: { scopes: [scope] } }) } as never);

      for (const scope of scopes) {
        if (allowed.includes(scope)) expect(() => ask(scope), scope).not.toThrow();
        else expect(() => ask(scope), scope).toThrow(`lacks the scope ${found.scope}`);
      }
    },
  );
});

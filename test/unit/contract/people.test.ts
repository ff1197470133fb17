import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../shared/contract/endpoint/endpoint.ts';
import { endpoints } from '../../../shared/contract/index.ts';
import { noLimits } from '../../../shared/contract/shapes/limits.ts';
import { roles, scopesOfRole } from '../../../shared/contract/shapes/roles.ts';
import { scopes } from '../../../shared/contract/shapes/scopes.ts';
import { requireScope } from '../../../shared/http/request/scopes.ts';
import { aPerson } from '../../support/accounts/people/a-person.ts';
import { anEvent } from '../../support/http/proxy-event.ts';

const keyed = (endpoints as readonly Endpoint[]).filter(({ access, constant }) => access === 'key' && !constant);

/** Requests that change nothing of the owner, whatever their method. */
const harmless = [
  // Passes the token on: each tool asks for the scope of its endpoint.
  'call-mcp',
  // The person's own choices.
  'switch-organization',
  'update-own-alerts',
];

/** What a caller is told before the request is read. */
function refusalOf(endpoint: Endpoint, event: ReturnType<typeof anEvent>): unknown {
  try {
    requireScope(endpoint).before?.({ event } as never);
    return undefined;
  } catch (error) {
    return (error as { readonly code?: unknown }).code;
  }
}

describe('every endpoint with a key', () => {
  it('refuses each write of a viewer', () => {
    const person = aPerson();
    const viewer = { id: person.id, role: 'viewer' as const, name: null, email: null };
    const own = { credential: 'token' as const, person: viewer, scopes: scopesOfRole('viewer'), limits: noLimits };
    const writes = keyed.filter(({ method }) => method !== 'GET');

    const open = writes.filter(
      (endpoint) => refusalOf(endpoint, anEvent(endpoint, { caller: own, signedIn: person })) !== 'insufficient_scope',
    );

    expect(writes.length).toBeGreaterThan(80);
    expect(open.map(({ id }) => id).toSorted()).toEqual(harmless);
  });

  it('refuses a person who is no member of the owner, or no longer one', () => {
    for (const endpoint of keyed) {
      const event = anEvent(endpoint, { signedIn: aPerson() });

      expect([endpoint.id, refusalOf(endpoint, event)]).toEqual([endpoint.id, 'not_a_member']);
    }
  });
});

it('the documentation has the scopes of each role', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../docs/people.md'), 'utf8');

  const table = scopes.map((scope) => {
    const [, ...cells] = (text.split('\n').find((line) => line.startsWith(`| \`${scope}\` |`)) ?? '').split('|');
    return [scope, cells.slice(1, 5).map((cell) => cell.trim() === 'yes')];
  });

  expect(table).toEqual(scopes.map((scope) => [scope, roles.map((role) => scopesOfRole(role).includes(scope))]));
});

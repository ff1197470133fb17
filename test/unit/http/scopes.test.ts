import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { scopeWords } from '../../../infra/docs/openapi/scope-words.ts';
import type { Caller } from '../../../shared/contract/endpoint/caller.ts';
import { type Endpoint, isAuthorized } from '../../../shared/contract/endpoint/endpoint.ts';
import { endpoints } from '../../../shared/contract/index.ts';
import type { Role } from '../../../shared/contract/shapes/roles.ts';
import { defaultScopes, holds, knownScopes, scopes } from '../../../shared/contract/shapes/scopes.ts';
import { implement } from '../../../shared/http/operation/operation.ts';
import { callerOf } from '../../../shared/http/request/caller-context.ts';
import { requireScope } from '../../../shared/http/request/scopes.ts';
import { echo, echoEndpoint, good } from '../../support/http/echo.ts';
import { invoke } from '../../support/http/invoke.ts';
import { anEvent } from '../../support/http/proxy-event.ts';
import { publishedOperations } from '../../support/http/published-scopes.ts';

describe('API key', () => {
  it('with the scope of an endpoint may call it', async () => {
    const { status } = await invoke(echo(), {}, { ...good, caller: { scopes: ['conversations:write'] } });

    expect(status).toBe(201);
  });

  it('of an administrator may call every endpoint', async () => {
    expect((await invoke(echo(), {}, { ...good, caller: { scopes: ['admin'] } })).status).toBe(201);
    expect(scopes.every((scope) => holds(['admin'], scope))).toBe(true);
  });

  it('without the scope gets a 403 with the missing scope, before the request is parsed', async () => {
    const run = vi.fn();
    const others = scopes.filter((scope) => scope !== 'conversations:write' && scope !== 'admin');

    const answer = await invoke(implement(echoEndpoint, run), {}, { rawBody: '{', caller: { scopes: others } });

    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({ code: 'insufficient_scope', required_scope: 'conversations:write' });
    expect(run).not.toHaveBeenCalled();
  });

  it('of a member, and a person, learn which role has the scope and who can help', async () => {
    const person = (role: Role) => ({ id: 'p', role, name: null, email: null });
    const asked = async (caller: Partial<Caller>) =>
      (await invoke(echo(), {}, { ...good, caller: { scopes: [], ...caller } })).body.detail;
    const viewer = { person: person('viewer') };

    const needsMember =
      'Your role viewer does not include the scope conversations:write, which requires the role member. Ask an admin of your organization.';
    expect(await asked({ ...viewer, credential: 'token' })).toBe(needsMember);
    expect(await asked({ ...viewer, credential: 'key' })).toBe(needsMember);
    expect(await asked({ person: person('admin'), credential: 'key' })).toContain('This API key lacks the scope');
    const forOperators = { access: 'key', scope: 'admin', id: 'x' } as unknown as Endpoint;
    const refuse = () =>
      requireScope(forOperators).before?.({
        event: anEvent(echoEndpoint, { caller: { person: person('admin'), credential: 'token', scopes: [] } }),
      } as never);
    expect(refuse).toThrow('requires the role operator. Ask an operator of this deployment.');
  });

  it('gets a 500 from an endpoint that names no scope', async () => {
    const { scope: _, ...endpoint } = echoEndpoint;

    const answer = await invoke(implement(endpoint as Endpoint as typeof echoEndpoint, vi.fn()), {}, good);

    expect(answer.status).toBe(500);
  });

  it('has by default all scopes of its owner, but none that manages members, owners or the log', () => {
    const others = scopes.filter((scope) => !defaultScopes.includes(scope));
    expect(others).toEqual(['members:write', 'audit:read', 'admin']);
  });

  it('has no scope when the authorizer passes none', () => {
    const event = anEvent(echoEndpoint, good);
    const { scopes: _, ...authorizer } = event.requestContext.authorizer ?? {};

    expect(callerOf({ ...event, requestContext: { ...event.requestContext, authorizer } }).scopes).toEqual([]);
  });

  it('gets no scope from unknown words', () => {
    expect(knownScopes(['', 'everything', 'admin:read', 'keys:read'])).toEqual(['keys:read']);
  });
});

const all: readonly Endpoint[] = endpoints;

describe('the published scopes', () => {
  it('include every endpoint that needs an API key or a token', () => {
    const keyed = all.filter(isAuthorized).map(({ method, path }) => `${method} ${path}`);

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

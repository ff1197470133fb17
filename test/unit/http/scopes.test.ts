import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { defineEndpoint, type Endpoint, implement } from '../../../shared/http/endpoint.ts';
import { callerOf } from '../../../shared/http/request.ts';
import { defaultScopes, holds, knownScopes, scopes } from '../../../shared/http/scopes.ts';
import { echo, echoEndpoint, good } from '../../support/echo.ts';
import { anEvent, invoke } from '../../support/invoke.ts';

describe('a key', () => {
  it('with the scope of an endpoint calls it', async () => {
    const { status } = await invoke(echo(), {}, { ...good, caller: { scopes: ['conversations:write'] } });

    expect(status).toBe(201);
  });

  it('of an administrator calls everything', async () => {
    expect((await invoke(echo(), {}, { ...good, caller: { scopes: ['admin'] } })).status).toBe(201);
    expect(scopes.every((scope) => holds(['admin'], scope))).toBe(true);
  });

  it('without the scope is told which one it lacks, before its request is looked at', async () => {
    const run = vi.fn();
    const others = scopes.filter((scope) => scope !== 'conversations:write' && scope !== 'admin');

    const answer = await invoke(implement(echoEndpoint, run), {}, { rawBody: '{', caller: { scopes: others } });

    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({ code: 'insufficient_scope', required_scope: 'conversations:write' });
    expect(run).not.toHaveBeenCalled();
  });

  it('calls nothing that names no scope, which would be our mistake', async () => {
    const { scope: _, ...endpoint } = echoEndpoint;

    const answer = await invoke(implement(endpoint as Endpoint as typeof echoEndpoint, vi.fn()), {}, good);

    expect(answer.status).toBe(500);
  });

  it('may do all that belongs to its owner, when nobody said what it may do', () => {
    expect(scopes.filter((scope) => !defaultScopes.includes(scope))).toEqual(['audit:read', 'admin']);
  });

  it.each([
    ['conversations:read', null],
    ['sandboxes:read', null],
    ['conversations:write', 'k'],
    ['sandboxes:write', 'k'],
    ['admin', 'k'],
  ] as const)('with %s sees %s where the session key of a sandbox stands', async (scope, seen) => {
    const body = z.object({
      items: z.array(z.object({ id: z.string(), session_api_key: z.string().nullable() }).nullable()),
    });
    const endpoint = defineEndpoint({ ...echoEndpoint, scope: 'any', success: { status: 200, body } });
    const run = async () => ({ items: [{ id: 'one', session_api_key: 'k' }, null] });

    const answer = await invoke(implement(endpoint, run), {}, { ...good, caller: { scopes: [scope] } });

    expect(answer.body).toEqual({ items: [{ id: 'one', session_api_key: seen }, null] });
  });

  it('has those scopes too where the authorizer is still the one from before scopes', () => {
    const event = anEvent(echoEndpoint, good);
    const { scopes: _, ...authorizer } = event.requestContext.authorizer ?? {};

    expect(callerOf({ ...event, requestContext: { ...event.requestContext, authorizer } }).scopes).toBe(defaultScopes);
  });

  it('gets nothing from words that are no scopes', () => {
    expect(knownScopes(['', 'everything', 'admin:read', 'keys:read'])).toEqual(['keys:read']);
  });
});

import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import type { Endpoint } from '../../../shared/contract/endpoint/endpoint.ts';
import { endpoints } from '../../../shared/contract/index.ts';
import { isAudited } from '../../../shared/http/audit/audit-requests.ts';
import { implement, implementForSandbox } from '../../../shared/http/operation/operation.ts';
import { toContext } from '../../../shared/http/rate-limits/rate-limit.ts';
import { serve } from '../../../shared/http/serve/serve.ts';
import { AppError } from '../../../shared/platform/errors.ts';
import { echo, echoEndpoint, good } from '../../support/http/echo.ts';
import { allowedOrigin, type TestRequest } from '../../support/http/invoke.ts';
import { MemoryAuditLog } from '../../support/http/memory-audit-log.ts';
import { aContext, anEvent } from '../../support/http/proxy-event.ts';
import { aRunningSandbox } from '../../support/sandboxes/sandbox-data.ts';

beforeAll(() => {
  vi.stubEnv('ALLOWED_ORIGINS', allowedOrigin);
  vi.spyOn(console, 'info').mockReturnValue();
});

let audit: MemoryAuditLog;
beforeEach(() => {
  audit = new MemoryAuditLog();
});

type Operation = ReturnType<typeof echo>;

async function ask(operation: Operation, request: TestRequest = good, context: Readonly<Record<string, string>> = {}) {
  const event = anEvent(operation.endpoint, {
    caller: { ownerId: 'ann', keyId: 'key1', keyName: 'laptop' },
    ...request,
  });
  Object.assign(event.requestContext.authorizer ?? {}, context);
  const answer = await serve(
    operation,
    () => ({}),
    undefined,
    () => audit,
  )(event, aContext('echo'));
  return { answer, requestId: event.requestContext.requestId };
}

const outcome = () => audit.entries.map(({ outcome, request }) => [outcome, request?.status, request?.code]);

describe('audit entry of a changing request', () => {
  it('contains the caller, the action, the object, the address and the result', async () => {
    const { requestId } = await ask(echo());

    expect(audit.entries).toEqual([
      {
        ownerId: 'ann',
        actor: { type: 'key', ownerId: 'ann', keyId: 'key1', keyName: 'laptop' },
        action: 'echo',
        occurredAt: expect.any(Date),
        outcome: 'success',
        resource: { thing_id: 'one' },
        request: {
          requestId,
          sourceIp: '203.0.113.7',
          userAgent: 'test',
          method: 'POST',
          path: '/api/echo/{thing_id}',
          status: 201,
          code: undefined,
        },
      },
    ]);
  });

  it('is written when the request is refused', async () => {
    await ask(echo(), { ...good, body: {} });
    await ask(echo(() => Promise.reject(new AppError('not_found', 'no such thing'))));
    await ask(echo(), good, toContext({ limit: 1, used: 2, resetAt: new Date() }));

    expect(outcome()).toEqual([
      ['refused', 422, 'validation_failed'],
      ['refused', 404, 'not_found'],
      ['refused', 429, 'rate_limited'],
    ]);
  });

  it('is written when the key lacks the scope', async () => {
    const guarded = implement({ ...echoEndpoint, scope: 'admin' as const }, async () => ({ said: null }));

    await ask(guarded as unknown as Operation);

    expect(outcome()).toEqual([['refused', 403, 'insufficient_scope']]);
  });

  it('is written when the request fails', async () => {
    vi.spyOn(console, 'error').mockReturnValueOnce();
    await ask(echo(() => Promise.reject(new Error('bug'))));

    expect(outcome()).toEqual([['failed', 500, 'internal_error']]);
  });

  it('contains nothing of the request or response body but ids', async () => {
    const made = { ...echoEndpoint, success: { status: 201, body: z.looseObject({}) } } as const;
    const secret = 'sk-do-not-keep';
    const operation = implement(
      made,
      async () => ({ name: secret, id: 'thing-7', key: secret, secret_id: secret }) as never,
    );

    await ask(operation as unknown as Operation, { ...good, body: { name: 'hush-hush' } });

    expect(audit.entries[0]?.resource).toEqual({ thing_id: 'one', id: 'thing-7' });
    expect(JSON.stringify(audit.entries)).not.toMatch(/hush|sk-do/);
  });

  it('does not prevent the answer when its write fails, and the failure is logged', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValueOnce();
    vi.spyOn(audit, 'add').mockRejectedValueOnce(new Error('no table'));

    const { answer } = await ask(echo());

    expect(answer.statusCode).toBe(201);
    expect(audit.losses).toBe(1);
    expect(logged).toHaveBeenCalledWith(expect.objectContaining({ event: 'audit entry lost', endpoint: 'echo' }));
  });
});

describe('audit log', () => {
  const idsOf = (wanted: (endpoint: Endpoint) => boolean) =>
    (endpoints as readonly Endpoint[]).filter(wanted).map(({ id }) => id);

  it('has no entries for reads, requests of sandboxes and requests without an owner', async () => {
    const reading = implement({ ...echoEndpoint, method: 'GET' as const }, async () => ({ said: 1 }));
    const sandbox = implementForSandbox(
      { ...echoEndpoint, access: 'sandbox' as const },
      async () => aRunningSandbox(),
      async () => ({ said: 1 }),
    );
    const open = implement({ ...echoEndpoint, access: 'open' as const }, async () => ({ said: 1 }));

    for (const operation of [reading, sandbox, open]) await ask(operation as unknown as Operation);

    expect(audit.entries).toEqual([]);
  });

  it('covers every endpoint that changes something with an API key', () => {
    const audited = idsOf(isAudited);

    // The tools of the MCP server call endpoints that are audited.
    const isChange = ({ id, access, method }: Endpoint) => access === 'key' && method !== 'GET' && id !== 'call-mcp';
    expect(audited).toEqual(idsOf(isChange));
    expect(audited).toEqual(
      expect.arrayContaining(['verify-device', 'delete-sandbox', 'create-secret', 'update-settings', 'create-key']),
    );
    expect(audited).not.toContain('receive-events');
  });
});

import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Endpoint } from '../../../shared/contract/endpoint/endpoint.ts';
import { endpoints } from '../../../shared/contract/index.ts';
import { modelKeyAuthentication } from '../../../shared/domain/broker/keys/authenticate-model-key.ts';
import { ModelKeys } from '../../../shared/domain/broker/keys/model-keys.ts';
import { SandboxKeys } from '../../../shared/domain/sandboxes/agent/keys.ts';
import type { Sandbox } from '../../../shared/domain/sandboxes/record/sandbox.ts';
import { implement, type Operation } from '../../../shared/http/operation/operation.ts';
import { maxBodyBytesOf } from '../../../shared/http/request/read-body.ts';
import { throughMiddlewares } from '../../../shared/http/serve/serve.ts';
import { MemoryModelCallers } from '../../support/broker/memory-model-callers.ts';
import { aConversation } from '../../support/conversations/record/conversation-data.ts';
import { echoEndpoint } from '../../support/http/echo.ts';
import { exportedOperation } from '../../support/http/exported-operation.ts';
import { allowedOrigin, type TestRequest } from '../../support/http/invoke.ts';
import { MemoryAuditLog } from '../../support/http/memory-audit-log.ts';
import { aContext, anEvent } from '../../support/http/proxy-event.ts';
import { MemoryMasterKeys } from '../../support/platform/memory-master-keys.ts';
import { aRunningSandbox } from '../../support/sandboxes/sandbox-data.ts';

process.env.ALLOWED_ORIGINS ??= allowedOrigin;
const all: readonly Endpoint[] = endpoints;
const names = (list: readonly Endpoint[]) => list.map((endpoint) => [endpoint.id, endpoint] as const);

/** Requests that are invalid regardless of their caller. */
function badRequests(endpoint: Endpoint): readonly TestRequest[] {
  const params = Object.fromEntries(Object.keys(endpoint.params?.shape ?? {}).map((name) => [name, 'x']));
  const odd = Object.fromEntries(Object.keys(params).map((name) => [name, '%ff']));
  const long = Object.fromEntries(Object.keys(params).map((name) => [name, 'x'.repeat(5_000)]));
  const paths = [{ params }, { params: odd }, { params: long }];
  if (!endpoint.body) return paths;
  return [
    ...paths.map((path) => ({ ...path, rawBody: '{"' })),
    ...['', 'null', '"text"', '[1]', '['.repeat(100_000), `[${'1,'.repeat(300_000)}1]`].map((rawBody) => ({
      params,
      rawBody,
    })),
    { params, rawBody: ' '.repeat(maxBodyBytesOf(endpoint) + 1) },
    { params, rawBody: 'a=1', headers: { 'Content-Type': 'text/plain' } },
    { params, rawBody: Buffer.from([0x22, 0xff, 0x22]).toString('base64'), isBase64Encoded: true },
  ];
}

async function ask<E extends Endpoint, D>(
  operation: Operation<E, D>,
  deps: () => D,
  event: ReturnType<typeof anEvent>,
) {
  const parse = vi.spyOn(JSON, 'parse');
  const text = event.body;
  const answerWith = () => {
    throw new Error(`${operation.endpoint.id} ran`);
  };
  const serve = throughMiddlewares(operation, deps, answerWith, undefined, () => new MemoryAuditLog());
  const { statusCode } = await serve(event, aContext(operation.endpoint.id));
  expect(parse.mock.calls.every(([parsed]) => parsed !== text)).toBe(true);
  return statusCode;
}

afterEach(() => {
  vi.restoreAllMocks();
});

type SandboxOperation = Operation<Endpoint & { access: 'sandbox' }, unknown>;

/** Tests omit the other dependencies of these operations. Using one would cause a 500. */
const forSandboxes = await Promise.all(
  all
    .filter(({ access, modelKey }) => access === 'sandbox' && !modelKey)
    .map(async (one) => [one.id, one, (await exportedOperation(one)) as SandboxOperation] as const),
);

describe('endpoints for sandboxes', () => {
  const keys = new SandboxKeys(new MemoryMasterKeys());
  const running = aRunningSandbox();

  function withRows(...rows: readonly Sandbox[]) {
    const find = vi.fn(async (owner: string, id: string) =>
      rows.find(({ owner_id, sandbox_id }) => owner_id === owner && sandbox_id === id),
    );
    return { find, deps: () => ({ sandboxes: { find }, keys }) };
  }

  it('are all there are in the contract', () => {
    expect(forSandboxes.length).toBeGreaterThanOrEqual(6);
  });

  it.each(forSandboxes)('%s has its authentication', (_, __, operation) => {
    expect(operation.authenticate).toBeTypeOf('function');
  });

  it.each(forSandboxes)('%s refuses callers before it checks the rest', async (_, endpoint, operation) => {
    const { find, deps } = withRows(running);
    const noKeys = [undefined, '', 'acs_x', 'a.b', `${'a'.repeat(3_000)}.${'a'.repeat(43)}`, '\ufffd'];
    for (const [index, request] of badRequests(endpoint).entries()) {
      const key = noKeys[index % noKeys.length];
      const headers = {
        'Content-Type': 'application/json',
        ...request.headers,
        ...(key && { 'X-Session-API-Key': key }),
      };

      expect(await ask(operation, deps, anEvent(endpoint, { ...request, headers }))).toBe(401);
    }
    // Malformed keys cost no read.
    expect(find).not.toHaveBeenCalled();
  });

  it.each(forSandboxes)('%s refuses a forged key after one read', async (_, endpoint, operation) => {
    const [name] = (await keys.sessionKey(running)).split('.');
    for (const request of badRequests(endpoint)) {
      const { find, deps } = withRows(running);
      const forged = `${name}.${'A'.repeat(43)}`;
      const headers = {
        'Content-Type': 'application/json',
        ...request.headers,
        'X-Session-API-Key': forged,
        'X-Delivery-Key': forged,
      };

      expect(await ask(operation, deps, anEvent(endpoint, { ...request, headers }))).toBe(401);
      expect(find).toHaveBeenCalledTimes(1);
    }
  });
});

const forModelKeys = await Promise.all(
  all
    .filter(({ modelKey }) => modelKey)
    .map(async (one) => [one.id, one, (await exportedOperation(one)) as SandboxOperation] as const),
);

describe('endpoints for model keys', () => {
  const callers = () => new MemoryModelCallers({});
  const withCallers = (rows: MemoryModelCallers) => () => ({ authenticate: modelKeyAuthentication(rows) });

  it.each(forModelKeys)('%s refuses callers before it checks the rest', async (_, endpoint, operation) => {
    const rows = callers();
    const noKeys = [undefined, '', 'sk-x', 'acs-model.x', `acs-model.${'a'.repeat(3_000)}.${'a'.repeat(43)}`, '\ufffd'];
    for (const [index, request] of badRequests(endpoint).entries()) {
      const key = noKeys[index % noKeys.length];
      const given: Record<string, string> =
        key === undefined ? {} : { Authorization: `Bearer ${key}`, 'X-Api-Key': key };
      const headers = { 'Content-Type': 'application/json', ...request.headers, ...given };

      expect(await ask(operation, withCallers(rows), anEvent(endpoint, { ...request, headers }))).toBe(401);
    }
    // Malformed keys cost no read.
    expect(rows.reads).toBe(0);
  });

  it.each(forModelKeys)('%s refuses a forged key after one read', async (_, endpoint, operation) => {
    const sandbox = aRunningSandbox();
    const real = await new ModelKeys(new MemoryMasterKeys()).of(aConversation(), sandbox);
    const forged = `${real.slice(0, -43)}${'A'.repeat(43)}`;
    for (const name of ['Authorization', 'X-Api-Key'])
      for (const request of badRequests(endpoint)) {
        const rows = callers();
        const given = { [name]: name === 'Authorization' ? `Bearer ${forged}` : forged };
        const headers = { 'Content-Type': 'application/json', ...request.headers, ...given };

        expect(await ask(operation, withCallers(rows), anEvent(endpoint, { ...request, headers }))).toBe(401);
        expect(rows.reads).toBe(1);
      }
  });
});

describe('an operation for sandboxes without authentication', () => {
  it('does not compile, and is refused where its function is loaded', () => {
    const endpoint = { ...echoEndpoint, access: 'sandbox' as const };
    // @ts-expect-error `implement` does not accept endpoints for sandboxes.
    const operation = implement(endpoint, async () => ({ said: 1 }));

    expect(() => throughMiddlewares(operation, () => ({}), vi.fn())).toThrow('must authenticate sandboxes');
  });
});

describe('endpoints for API keys', () => {
  const never = vi.fn();
  const withBody = all.filter(({ access, body }) => access === 'key' && body !== undefined);
  const scoped = withBody.filter(({ scope }) => scope !== 'any');

  const operationOf = async (endpoint: Endpoint) => {
    const { failureFormat, readBody } =
      endpoint.failures || endpoint.bodyFormat ? await exportedOperation(endpoint) : {};
    return {
      ...implement({ ...endpoint, access: 'key' as const }, never),
      ...(failureFormat && { failureFormat }),
      ...(readBody && { readBody }),
    };
  };
  const unwired = (): unknown => {
    throw new Error('a dependency was made');
  };

  it.each(names(scoped))('%s refuses a key without its scope before it reads the body', async (_, endpoint) => {
    for (const request of badRequests(endpoint)) {
      const event = anEvent(endpoint, { ...request, caller: { scopes: [] } });

      expect(await ask(await operationOf(endpoint), unwired, event)).toBe(403);
    }
    expect(never).not.toHaveBeenCalled();
  });

  it.each(names(withBody))('%s refuses a call beyond its rate before it reads the body', async (_, endpoint) => {
    const [request] = badRequests(endpoint);
    const event = anEvent(endpoint, request);
    const rate = { rate_limit: '1', rate_used: '2', rate_reset: String(Date.now() + 60_000) };
    Object.assign(Object(event.requestContext.authorizer), rate);

    expect(await ask(await operationOf(endpoint), unwired, event)).toBe(429);
  });
});

describe('endpoints without a credential', () => {
  it('take small bodies only', () => {
    // Events of git providers have a few KB for each commit. They are parsed only if they are signed.
    const most: Readonly<Record<string, number>> = { 'receive-push': 1024 * 1024 };
    for (const endpoint of all.filter(({ access, body }) => access === 'open' && body !== undefined))
      expect(maxBodyBytesOf(endpoint), endpoint.id).toBeLessThanOrEqual(most[endpoint.id] ?? 8_192);
  });
});

import { stat } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Caller } from '../../../../shared/contract/endpoint/caller.ts';
import { hashOf, newApiKey } from '../../../../shared/domain/accounts/keys/api-key.ts';
import { DynamoKeyStore } from '../../../../shared/domain/accounts/keys/dynamo-key-store.ts';
import { issueKey } from '../../../../shared/domain/accounts/keys/issue-key.ts';
import { callsKeyOf, DynamoApiCalls } from '../../../../shared/domain/billing/usage/dynamo-api-calls.ts';
import { type CountingDeps, countCall, KnownBounds } from '../../../../shared/http/rate-limits/count-call.ts';
import { LIMITS_PATH } from '../../../../shared/http/rate-limits/limits-path.ts';
import { DynamoLineageCalls } from '../../../../shared/http/rate-limits/lineage-calls.ts';
import { dynamoOwnerRate, OwnerRates } from '../../../../shared/http/rate-limits/owner-rates.ts';
import { isExceeded } from '../../../../shared/http/rate-limits/rate-limit.ts';
import { authorizerOf } from '../../../support/accounts/keys/authorizer-of.ts';
import { aCaller } from '../../../support/http/a-caller.ts';
import { anOwner } from '../../../support/http/walk.ts';
import { SettableClock } from '../../../support/platform/settable-clock.ts';
import { useServiceTables } from '../../../support/service-tables.ts';

const tables = await useServiceTables();
const calls = new DynamoApiCalls(tables.documents, tables);
const keys = new DynamoKeyStore(tables.documents, tables);
const handler = await authorizerOf(tables, 50);

const clock = new SettableClock();
let metrics: string[];
beforeEach(() => {
  clock.set('2026-11-21T12:00:30.000Z');
  metrics = [];
});

const stageLimit = 250;
const depsOf = (overrides: Partial<CountingDeps> = {}): CountingDeps => ({
  calls,
  lineages: new DynamoLineageCalls(tables.documents, tables),
  bounds: new KnownBounds(),
  owners: new OwnerRates(dynamoOwnerRate(tables.documents, tables.owners), clock.now),
  stageLimit,
  metric: (name) => metrics.push(name),
  now: clock.now,
  patience: 30_000,
  latest: 60_000,
  ...overrides,
});

const post = { method: 'POST', path: '/api/v1/sandboxes' };

function call(hash: string, { caller = aCaller, route = post, deps = depsOf() } = {}) {
  return countCall({ keyId: caller.keyId, hash }, route, deps).rate(caller);
}

const aHash = () => hashOf(newApiKey());
const withLimit = (requestsPerMinute: number, ownerId = anOwner()): Caller => ({
  ...aCaller,
  ownerId,
  limits: { ...aCaller.limits, requests_per_minute: requestsPerMinute },
});

async function rowsOf(hash: string): Promise<readonly Record<string, unknown>[]> {
  const { Items = [] } = await tables.documents.send(
    new ScanCommand({ TableName: tables.apiCalls, ConsistentRead: true }),
  );
  return Items.filter((item) => item.key_hash === callsKeyOf(hash));
}

describe('the count of calls', () => {
  it('lets exactly the limit of 300 concurrent calls pass', async () => {
    const hash = aHash();
    const deps = depsOf();

    const states = await Promise.all(Array.from({ length: 300 }, () => call(hash, { deps })));

    expect(states.map(({ used }) => used).toSorted((a, b) => Number(a) - Number(b))).toEqual(
      Array.from({ length: 300 }, (_, index) => index + 1),
    );
    expect(states.filter((state) => !isExceeded(state))).toHaveLength(stageLimit);
  }, 60_000);

  it('starts at zero with each minute, and with each hour', async () => {
    const hash = aHash();
    const first = await call(hash);
    expect(first).toMatchObject({ used: 1, resetAt: new Date('2026-11-21T12:01:00.000Z') });

    clock.set('2026-11-21T12:00:59.999Z');
    expect((await call(hash)).used).toBe(2);
    clock.set('2026-11-21T12:01:00.000Z');
    expect(await call(hash)).toMatchObject({ used: 1, resetAt: new Date('2026-11-21T12:02:00.000Z') });
    clock.set('2026-11-21T13:00:59.999Z');
    expect((await call(hash)).used).toBe(1);

    const [from, to] = [new Date('2026-11-21T12:30:00.000Z'), new Date('2026-11-21T13:10:00.000Z')];
    expect(await calls.hours(callsKeyOf(hash), from, to)).toEqual([
      { hour: '2026-11-21T12', calls: 3, legacyCalls: 0 },
      { hour: '2026-11-21T13', calls: 1, legacyCalls: 0 },
    ]);
  });

  it('counts legacy calls separately, and logs each of them', async () => {
    const hash = aHash();
    const logged = vi.spyOn(console, 'info').mockReturnValue();
    await call(hash, { route: { method: 'GET', path: '/api/conversations/{conversation_id}' } });
    await call(hash);

    const recent = await calls.recent(callsKeyOf(hash), new Date('2026-11-20T12:00:30.000Z'), clock.now());

    expect(recent).toEqual({
      calls: 2,
      legacyCalls: 1,
      minute: { calls: 2, endsAt: new Date('2026-11-21T12:01:00.000Z') },
    });
    expect(logged.mock.calls).toEqual([
      [expect.objectContaining({ event: 'legacy call', route: 'GET /api/conversations/{conversation_id}' })],
    ]);
    expect(metrics).toEqual([]);
  });

  it('writes nothing for a key before its look-up, unless its last one was valid', async () => {
    const hash = aHash();
    const deps = depsOf({ calls: { count: vi.fn(calls.count.bind(calls)), takeBack: vi.fn() } });
    const { count, takeBack } = deps.calls;
    const start = () => countCall({ keyId: aCaller.keyId, hash }, post, deps);

    await start().refused();
    expect(count).not.toHaveBeenCalled();
    expect(takeBack).not.toHaveBeenCalled();

    expect((await start().rate(aCaller)).used).toBe(1);
    const known = start();
    expect(count).toHaveBeenCalledTimes(2);
    expect((await known.rate(aCaller)).used).toBe(2);
    await start().refused();
    expect(takeBack).toHaveBeenCalledTimes(1);
    // A refused key is no longer known.
    await start().refused();
    expect(count).toHaveBeenCalledTimes(3);
  });

  it('excludes requests for the limits', async () => {
    const hash = aHash();

    expect((await call(hash, { route: { method: 'GET', path: LIMITS_PATH } })).used).toBeNull();
    expect(await rowsOf(hash)).toEqual([]);
  });

  it('lets calls pass when it fails, with a log line and a metric', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    const counting = (count: CountingDeps['calls']['count']) => ({
      count,
      takeBack: async () => undefined,
    });
    const fails = counting(() => Promise.reject(new Error('no table')));
    const hangs = counting(() => new Promise(() => undefined));

    for (const slow of [{ patience: 1 }, { latest: 1 }]) {
      const started = countCall({ keyId: aCaller.keyId, hash: aHash() }, post, depsOf({ calls: hangs, ...slow }));
      // The look-up of the key took a second of the time in which the authorizer has to respond.
      clock.advance(1);
      expect((await started.rate(aCaller)).used).toBeNull();
    }
    for (const deps of [depsOf({ calls: fails }), depsOf({ calls: hangs, patience: 1 })]) {
      const state = await call(aHash(), { deps });
      expect(state).toMatchObject({ limit: stageLimit, used: null });
      expect(isExceeded(state)).toBe(false);
    }
    expect(metrics).toContain('CallsUncounted');
    expect(logged).toHaveBeenCalledWith(expect.objectContaining({ event: 'rate limit not applied' }));
    logged.mockRestore();
  }, 10_000);
});

it('takes an answer that arrived within the limit of time while the process did not run', async () => {
  const answers = {
    count: async () => ({ calls: 1, conditional: 0, endsAt: await stat('/').then(clock.now) }),
    takeBack: vi.fn(),
  };
  // Timers run next, before answers are read.
  await setImmediate();
  const counting = call(aHash(), { deps: depsOf({ calls: answers, patience: 20 }) });
  const end = performance.now() + 100;
  while (performance.now() < end);

  expect((await counting).used).toBe(1);
});

describe('the rate limit of a key', () => {
  const setOwner = (ownerId: string, requestsPerMinute: number) =>
    tables.documents.send(
      new PutCommand({ TableName: tables.owners, Item: { owner_id: ownerId, requests_per_minute: requestsPerMinute } }),
    );

  it("is its own, or its owner's, or that of the stage", async () => {
    const ownerId = anOwner();
    expect((await call(aHash(), { caller: { ...aCaller, ownerId } })).limit).toBe(stageLimit);
    await setOwner(ownerId, 7);

    expect((await call(aHash(), { caller: { ...aCaller, ownerId } })).limit).toBe(7);
    expect((await call(aHash(), { caller: withLimit(3, ownerId) })).limit).toBe(3);
  });

  it("follows its owner's limit within a minute, and reads it once in that time", async () => {
    const ownerId = anOwner();
    const caller = { ...aCaller, ownerId };
    const read = vi.fn(dynamoOwnerRate(tables.documents, tables.owners));
    const deps = depsOf({ owners: new OwnerRates(read, clock.now) });
    await call(aHash(), { caller, deps });
    await setOwner(ownerId, 9);
    await call(aHash(), { caller, deps });
    expect(read).toHaveBeenCalledTimes(1);

    clock.advance(60);
    // Before the key's owner is known.
    const { rate } = countCall({ keyId: caller.keyId, hash: aHash() }, post, deps);
    expect(read).toHaveBeenCalledTimes(2);
    expect((await rate(caller)).limit).toBe(9);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it("is that of the stage when the owner's cannot be read", async () => {
    vi.spyOn(console, 'error').mockReturnValueOnce();
    const owners = new OwnerRates(async () => Promise.reject(new Error('no table')), clock.now);

    expect((await call(aHash(), { deps: depsOf({ owners }) })).limit).toBe(stageLimit);
  });
});

describe('the authorizer with rate limits', () => {
  const authorize = (text: string, route = { httpMethod: 'POST', resource: '/api/v1/sandboxes' }) => {
    const methodArn = 'arn:aws:execute-api:us-east-1:123456789012:abc123/v1/POST/api/v1/sandboxes';
    const event = { type: 'REQUEST', methodArn, ...route, headers: { Authorization: `Bearer ${text}` } };
    // The function does not read the rest of the event.
    return handler(event as unknown as APIGatewayRequestAuthorizerEvent);
  };
  const issue = () => issueKey({ ownerId: anOwner(), name: null, expiresAt: null }, keys, new Date());

  it('passes the used part of the limit to endpoints', async () => {
    const { text, record } = await issue();
    await authorize(text);

    const { context } = await authorize(text);

    expect(context).toMatchObject({ rate_limit: '50', calls_key: callsKeyOf(record.hash) });
    // A minute can end between the two calls.
    expect(['1', '2']).toContain(context?.rate_used);
    expect(Number(context?.rate_reset)).toBeGreaterThan(Date.now() - 60_000);
  });

  it('stores no row for a key that does not exist', async () => {
    const { text } = newApiKey();

    await Promise.all(Array.from({ length: 5 }, () => expect(authorize(text)).rejects.toThrow('Unauthorized')));

    expect(await rowsOf(hashOf({ keyId: '', text }))).toEqual([]);
  });

  it('counts no call with a wrong secret against the key', async () => {
    const { text, record } = await issue();
    await authorize(text);
    const forged = newApiKey();
    const stored = await keys.find(record.key_id);
    if (!stored) throw new Error('the key is not there');
    // A known key id with a wrong secret.
    await keys.add({ ...stored, key_id: forged.keyId });

    await expect(authorize(forged.text)).rejects.toThrow('Unauthorized');

    expect((await rowsOf(record.hash)).map((row) => row.calls)).toEqual([1]);
    expect(await rowsOf(hashOf(forged))).toEqual([]);
  });

  it('subtracts a call whose key has expired', async () => {
    const { text, record } = await issue();
    await authorize(text);
    await keys.revoke(record.key_id, new Date());

    await expect(authorize(text)).rejects.toThrow('Unauthorized');

    const counted = (await rowsOf(record.hash)).reduce((sum, row) => sum + Number(row.calls), 0);
    expect(counted).toBe(1);
  });
});

import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { limitsOf } from '../../../../shared/contract/shapes/limits.ts';
import { orderFrom, successorOf } from '../../../../shared/domain/accounts/keys/change-keys.ts';
import { DynamoKeyStore } from '../../../../shared/domain/accounts/keys/dynamo-key-store.ts';
import { issueKey, type NewKey } from '../../../../shared/domain/accounts/keys/issue-key.ts';
import { lineagesOfKey } from '../../../../shared/domain/accounts/keys/key-record.ts';
import { callsKeyOf, DynamoApiCalls } from '../../../../shared/domain/billing/usage/dynamo-api-calls.ts';
import { callBoundsOf, DynamoLineageCalls } from '../../../../shared/http/rate-limits/lineage-calls.ts';
import { fromContext, isExceeded } from '../../../../shared/http/rate-limits/rate-limit.ts';
import { authenticate } from '../../../support/accounts/keys/authenticate.ts';
import { authorizerOf } from '../../../support/accounts/keys/authorizer-of.ts';
import { anOwner } from '../../../support/http/walk.ts';
import { useServiceTables } from '../../../support/service-tables.ts';

const tables = await useServiceTables();
const keys = new DynamoKeyStore(tables.documents, tables);
// Within one minute and close to the database's clock, by which it removes rows.
vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / 60_000) * 60_000 + 30_000 });
afterAll(() => void vi.useRealTimers());
const handler = await authorizerOf(tables, 50);
// As it uses the client of these tables, too.
const { callCharges } = await import('../../../../shared/http/rate-limits/charge-calls.ts');

const now = () => new Date();
const issue = (requestsPerMinute: number | null) =>
  issueKey(
    { ownerId: anOwner(), name: null, expiresAt: null, limits: { requests_per_minute: requestsPerMinute } },
    keys,
    now(),
  );
const child = ({ record }: NewKey, requestsPerMinute: number | null = null) =>
  issueKey(orderFrom(record, { limits: limitsOf({ requests_per_minute: requestsPerMinute }) }, now()), keys, now());
const successor = ({ record }: NewKey) =>
  issueKey(successorOf(record, { expiresAt: null, createdBy: record.key_id }, now()), keys, now());

async function call({ text }: NewKey, etag?: string) {
  const route = { httpMethod: etag === undefined ? 'POST' : 'GET', resource: '/api/v1/sandboxes' };
  const methodArn = 'arn:aws:execute-api:us-east-1:123456789012:abc123/v1/POST/api/v1/sandboxes';
  const event = {
    type: 'REQUEST',
    methodArn,
    ...route,
    headers: { Authorization: `Bearer ${text}`, ...(etag && { 'If-None-Match': etag }) },
  };
  // The function does not read the rest of the event.
  const { context } = await handler(event as unknown as APIGatewayRequestAuthorizerEvent);
  const state = fromContext(context ?? {});
  if (!state) throw new Error('the call was not counted');
  return state;
}

/** @returns how many of this number of concurrent calls succeed, using the keys in turn */
async function passed(calls: number, ...some: readonly NewKey[]): Promise<number> {
  const all = Array.from({ length: calls }, (_, n) => some[n % some.length]).filter((key) => key !== undefined);
  return (await Promise.all(all.map((key) => call(key)))).filter((state) => !isExceeded(state)).length;
}

const rowsOf = async (rowKey: string) => {
  const { Items = [] } = await tables.documents.send(new ScanCommand({ TableName: tables.apiCalls }));
  return Items.filter(({ key_hash: key }) => key === rowKey);
};

describe('conditional calls of a lineage', () => {
  it('count only when they are charged, for each key and its lineages', async () => {
    const parent = await issue(20);
    const lower = await child(parent, 5);
    expect(await passed(2, lower)).toBe(2);

    expect(await call(lower, '"a"')).toMatchObject({ limit: 5, used: 2, conditional: { limit: 25, used: 1 } });
    const state = await call(lower, '"a"');
    expect(state).toMatchObject({ limit: 5, used: 2, conditional: { limit: 25, used: 2, ownLimit: 50 } });
    expect(await call(parent, '"a"')).toMatchObject({ limit: 20, used: 2, conditional: { limit: 100, used: 3 } });

    const caller = await authenticate({ authorization: `Bearer ${lower.text}` }, keys, now);
    if (!caller) throw new Error('the key is not valid');
    expect(await callCharges()(caller, callsKeyOf(lower.record.hash), state)).toMatchObject({ limit: 5, used: 3 });
    expect(await call(parent)).toMatchObject({ limit: 20, used: 4 });
    expect(await call(lower)).toMatchObject({ limit: 5, used: 4 });
  });

  it('are in the ledger of calls like all others, and have a limit of their own', async () => {
    const key = await issue(2);
    const states = await Promise.all(Array.from({ length: 12 }, () => call(key, 'W/"a"')));
    expect(states.filter((state) => !isExceeded(state))).toHaveLength(10);

    const ledger = new DynamoApiCalls(tables.documents, tables);
    const [hour] = await ledger.hours(callsKeyOf(key.record.hash), now(), now());
    expect(hour?.calls).toBe(12);
    expect(await passed(3, key)).toBe(2);
    // Nothing is left of the limit for a condition that is not met.
    expect(isExceeded(await call(key, '"a"'))).toBe(true);
  });

  it('of a revoked key are taken back', async () => {
    const parent = await issue(20);
    const leaked = await child(parent);
    expect((await call(leaked, '"a"')).conditional?.used).toBe(1);
    await keys.revoke(leaked.record.key_id, now());
    await expect(call(leaked, '"a"')).rejects.toThrow('Unauthorized');
    expect((await call(parent, '"a"')).conditional?.used).toBe(2);
  });
});

describe('the calls of a lineage', () => {
  it('pass exactly up to its limit, whichever of its keys make them, and again once each is known', async () => {
    const parent = await issue(20);
    const family = [parent, await child(parent), await successor(parent), await child(await successor(parent))];

    expect(await passed(16, ...family)).toBe(16);
    expect(await passed(32, ...family)).toBe(4);
    expect(await call(parent)).toMatchObject({ limit: 20, used: 49 });
  });

  it("succeed up to a child's lower limit, which counts towards its parent's", async () => {
    const parent = await issue(20);
    const lower = await child(parent, 5);
    const others = [lower, await successor(lower), await child(lower, 4)];

    expect(await passed(12, ...others)).toBe(5);
    expect(await passed(9, ...others)).toBe(0);
    expect(await call(parent)).toMatchObject({ limit: 20, used: 22 });
  });

  it('are in the ledger of calls once, under the key that made them', async () => {
    const parent = await issue(20);
    const second = await child(parent);
    await passed(6, parent, second);

    const calls = new DynamoApiCalls(tables.documents, tables);
    const hours = [parent, second].map(({ record }) => calls.hours(callsKeyOf(record.hash), now(), now()));
    expect((await Promise.all(hours)).flat().map((hour) => hour.calls)).toEqual([3, 3]);
    expect(await rowsOf(`lineage/${parent.record.key_id}`)).toHaveLength(1);
  });

  it('cost a key without a limit no row', async () => {
    const free = await issue(null);
    await passed(4, free, await child(free));

    expect(await rowsOf(`lineage/${free.record.key_id}`)).toEqual([]);
  });

  it('stay within the limit of each key of their owner', async () => {
    const wide = await issue(1_000_000);

    expect(await passed(60, wide)).toBe(50);
    expect((await call(wide)).limit).toBe(50);
  });

  it('are not used up by a key that was revoked', async () => {
    const parent = await issue(20);
    const leaked = await child(parent);
    await passed(4, parent, leaked);
    await keys.revoke(leaked.record.key_id, now());

    for (let n = 0; n < 3; n += 1) await expect(call(leaked)).rejects.toThrow('Unauthorized');

    const bounds = callBoundsOf(parent.record.owner_id, lineagesOfKey(parent.record));
    expect(await new DynamoLineageCalls(tables.documents, tables).used(bounds, now())).toEqual([4]);
  });
});

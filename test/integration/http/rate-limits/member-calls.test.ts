import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../../shared/contract/endpoint/caller.ts';
import { limitsOf, noLimits, type SomeLimits } from '../../../../shared/contract/shapes/limits.ts';
import { hashOf, newApiKey } from '../../../../shared/domain/accounts/keys/api-key.ts';
import { callsHashOf } from '../../../../shared/domain/accounts/people/person.ts';
import { DynamoApiCalls } from '../../../../shared/domain/billing/usage/dynamo-api-calls.ts';
import { countCall, KnownBounds } from '../../../../shared/http/rate-limits/count-call.ts';
import { DynamoLineageCalls } from '../../../../shared/http/rate-limits/lineage-calls.ts';
import { isExceeded } from '../../../../shared/http/rate-limits/rate-limit.ts';
import { aPerson } from '../../../support/accounts/people/a-person.ts';
import { aCaller } from '../../../support/http/a-caller.ts';
import { anOwner } from '../../../support/http/walk.ts';
import { SettableClock } from '../../../support/platform/settable-clock.ts';
import { useServiceTables } from '../../../support/service-tables.ts';

const tables = await useServiceTables();
const clock = new SettableClock();
clock.set('2035-11-21T12:00:30.000Z');

/** An instance of the authorizer. Each remembers what it has seen itself. */
const instance = () => ({
  calls: new DynamoApiCalls(tables.documents, tables),
  lineages: new DynamoLineageCalls(tables.documents, tables),
  bounds: new KnownBounds(),
  owners: { prefetch: () => undefined, of: async () => null },
  ...{ stageLimit: 1_000, metric: () => undefined, now: clock.now, patience: 30_000, latest: 60_000 },
});

interface Credential {
  readonly hash: string;
  readonly callerWith: (member: SomeLimits) => Caller;
}

/** The token and API keys of one member. The limits are those of the request. */
function aMember(ownerId = anOwner(), person = aPerson()) {
  const common = { ...aCaller, ownerId, person: { id: person.id, role: 'member' as const, name: null, email: null } };
  const token: Credential = {
    hash: callsHashOf(ownerId, person.id),
    callerWith: (member) => ({ ...common, keyId: person.id, credential: 'token', limits: limitsOf(member) }),
  };
  const aKey = (own: SomeLimits = noLimits): Credential => {
    const key = newApiKey();
    const above = (member: SomeLimits) => [{ id: person.id, limits: limitsOf(member) }];
    return {
      hash: hashOf(key),
      callerWith: (member) => ({ ...common, keyId: key.keyId, limits: limitsOf(own), above: above(member) }),
    };
  };
  return { person, token, aKey };
}

type Instance = ReturnType<typeof instance>;
const post = { method: 'POST', path: '/api/v1/sandboxes' };

/** @returns how many of this number of concurrent requests pass, by these credentials in turn */
async function passed(count: number, some: readonly Credential[], member: SomeLimits, at: readonly Instance[]) {
  const requests = Array.from({ length: count }, async (_, n) => {
    const [credential, deps] = [some[n % some.length], at[n % at.length]];
    if (!credential || !deps) throw new Error('there is none');
    const caller = credential.callerWith(member);
    return countCall({ keyId: caller.keyId, hash: credential.hash }, post, deps).rate(caller);
  });
  return (await Promise.all(requests)).filter((state) => !isExceeded(state)).length;
}

describe('requests of a member by a token and two keys at once', () => {
  it('pass exactly up to the limit of the member, at two instances, and again once each is known', async () => {
    const { token, aKey } = aMember();
    const all = [token, aKey(), aKey()];
    const instances = [instance(), instance()];

    expect(await passed(9, all, { requests_per_minute: 12 }, instances)).toBe(9);
    expect(await passed(24, all, { requests_per_minute: 12 }, instances)).toBe(3);
    clock.advance(60);
    expect(await passed(24, all, { requests_per_minute: 12 }, instances)).toBe(12);
  });

  it('by a key with a lower limit of its own count for the member, too', async () => {
    const { token, aKey } = aMember();
    const instances = [instance()];

    expect(await passed(8, [aKey({ requests_per_minute: 5 })], { requests_per_minute: 12 }, instances)).toBe(5);
    expect(await passed(8, [token], { requests_per_minute: 12 }, instances)).toBe(4);
  });

  it('do not count for other members, nor for the same person at another owner', async () => {
    const { token, aKey, person } = aMember();
    const instances = [instance()];
    expect(await passed(6, [token, aKey()], { requests_per_minute: 4 }, instances)).toBe(4);

    expect(await passed(4, [aMember().token], { requests_per_minute: 4 }, instances)).toBe(4);
    expect(await passed(4, [aMember(anOwner(), person).token], { requests_per_minute: 4 }, instances)).toBe(4);
  });

  it('follow a lowered limit and a new one at once', async () => {
    const { token, aKey } = aMember();
    const [all, instances] = [[token, aKey()], [instance()]];

    expect(await passed(6, all, { requests_per_minute: 12 }, instances)).toBe(6);
    expect(await passed(4, all, { requests_per_minute: 8 }, instances)).toBe(2);
    const other = aMember();
    expect(await passed(2, [other.token], {}, instances)).toBe(2);
    expect(await passed(1, [other.token], { requests_per_minute: 1 }, instances)).toBe(1);
    expect(await passed(3, [other.token], { requests_per_minute: 1 }, instances)).toBe(0);
  });
});

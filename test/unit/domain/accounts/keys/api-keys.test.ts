import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { type Limits, limitsOf, noLimits, type SomeLimits } from '../../../../../shared/contract/shapes/limits.ts';
import { MAX_LINEAGES } from '../../../../../shared/contract/shapes/lineages.ts';
import { hashOf, newApiKey, parseApiKey, sameHash } from '../../../../../shared/domain/accounts/keys/api-key.ts';
import { authenticate } from '../../../../../shared/domain/accounts/keys/authenticate.ts';
import { orderFrom, successorOf } from '../../../../../shared/domain/accounts/keys/change-keys.ts';
import { issueKey, newKey } from '../../../../../shared/domain/accounts/keys/issue-key.ts';
import {
  descentFrom,
  isWithinLineageOf,
  type KeyRecord,
  keyView,
  lineagesOfKey,
} from '../../../../../shared/domain/accounts/keys/key-record.ts';
import { UseNotes } from '../../../../../shared/domain/accounts/keys/note-use.ts';
import { changed, type Sandbox } from '../../../../../shared/domain/sandboxes/record/sandbox.ts';
import { SandboxLimitError } from '../../../../../shared/domain/sandboxes/store/sandbox-store.ts';
import { aCaller } from '../../../../support/http/a-caller.ts';
import { SettableClock } from '../../../../support/platform/settable-clock.ts';
import { MemorySandboxStore } from '../../../../support/sandboxes/memory-sandbox-store.ts';
import { aSandbox, within } from '../../../../support/sandboxes/sandbox-data.ts';

describe('new API key', () => {
  it('has a prefix, an id, 256 random bits and a checksum, and is unique', () => {
    const keys = Array.from({ length: 200 }, newApiKey);

    for (const { keyId, text } of keys) {
      expect(text).toMatch(/^acs_[0-9A-Za-z]{12}_[0-9A-Za-z]{49}$/);
      expect(text.split('_')[1]).toBe(keyId);
      expect(parseApiKey(text)).toEqual({ keyId, text });
    }
    expect(new Set(keys.map(({ text }) => text)).size).toBe(200);
    // 43 characters of a 62-character alphabet are more than 256 bits.
    expect(43 * Math.log2(62)).toBeGreaterThan(256);
  });

  it('uses its whole alphabet evenly', () => {
    const text = Array.from({ length: 1000 }, () => newApiKey().text.slice(17, 60)).join('');
    const counts = Map.groupBy([...text], (character) => character);
    const expected = text.length / 62;

    expect(counts.size).toBe(62);
    for (const [, found] of counts) expect(Math.abs(found.length - expected)).toBeLessThan(expected * 0.3);
  });
});

describe('parsing an API key', () => {
  it('rejects a key with any one wrong character', async () => {
    const { text } = newApiKey();

    await fc.assert(
      fc.property(fc.nat({ max: text.length - 1 }), fc.constantFrom(...'0aZ_-'), (at, character) => {
        fc.pre(text[at] !== character);
        expect(parseApiKey(`${text.slice(0, at)}${character}${text.slice(at + 1)}`)).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });

  it.each(['', 'acs_', 'hello', 'Bearer x', newApiKey().text.slice(1), `${newApiKey().text}x`, ` ${newApiKey().text}`])(
    'refuses: %s',
    (text) => {
      expect(parseApiKey(text)).toBeUndefined();
    },
  );
});

describe('hashes of API keys', () => {
  it('are SHA-256 in hex, and differ for different keys', () => {
    const [one, two] = [newApiKey(), newApiKey()];

    expect(hashOf(one)).toMatch(/^[0-9a-f]{64}$/);
    expect(sameHash(hashOf(one), hashOf(one))).toBe(true);
    expect(sameHash(hashOf(one), hashOf(two))).toBe(false);
  });

  it('compare as unequal without an error when their lengths differ', () => {
    expect(sameHash(hashOf(newApiKey()), 'ab')).toBe(false);
    expect(sameHash('', hashOf(newApiKey()))).toBe(false);
  });
});

/** The API keys in memory that the authorizer needs. */
class MemoryKeyStore {
  readonly records = new Map<string, KeyRecord>();

  async find(keyId: string): Promise<KeyRecord | undefined> {
    return this.records.get(keyId);
  }

  async add(record: KeyRecord): Promise<void> {
    this.records.set(record.key_id, record);
  }
}

const clock = new SettableClock();
const keys = new MemoryKeyStore();

async function aKey(overrides: Partial<KeyRecord> = {}, ownerId = 'ann'): Promise<string> {
  const { text, record } = await issueKey({ ownerId, name: 'laptop', expiresAt: null }, keys, clock.now());
  keys.records.set(record.key_id, { ...record, ...overrides });
  return text;
}

const who = async (headers: Record<string, string | undefined>) =>
  (await authenticate(headers, keys, clock.now))?.ownerId;

describe('authentication', () => {
  it('accepts X-Session-API-Key and a bearer key, in any spelling of the header', async () => {
    const text = await aKey();

    for (const headers of [
      { 'X-Session-API-Key': text },
      { 'x-session-api-key': ` ${text} ` },
      { Authorization: `Bearer ${text}` },
      { authorization: `bearer  ${text}` },
    ])
      expect(await who(headers)).toBe('ann');
  });

  it('records which header carried the key', async () => {
    const text = await aKey();
    const keyId = text.slice(4, 16);

    expect(await authenticate({ Authorization: `Bearer ${text}` }, keys, clock.now)).toEqual({
      ...aCaller,
      ownerId: 'ann',
      keyId,
      keyName: 'laptop',
      scheme: 'bearer',
    });
    expect(await authenticate({ 'X-Session-API-Key': text }, keys, clock.now)).toMatchObject({
      scheme: 'session-header',
    });
  });

  it('prefers the bearer key when both headers carry one', async () => {
    const [ann, bob] = [await aKey(), await aKey({}, 'bob')];

    expect(await who({ Authorization: `Bearer ${bob}`, 'X-Session-API-Key': ann })).toBe('bob');
    expect(await who({ Authorization: 'Bearer nonsense', 'X-Session-API-Key': ann })).toBeUndefined();
  });

  it('ignores another authorization scheme beside the header', async () => {
    expect(await who({ Authorization: 'Basic YTpi', 'X-Session-API-Key': await aKey() })).toBe('ann');
  });

  it.each([
    {},
    { Authorization: '' },
    { Authorization: 'Bearer' },
    { Authorization: 'Bearer ' },
    { Authorization: newApiKey().text },
    { 'X-Session-API-Key': '' },
    { 'X-Session-API-Key': undefined },
    { 'X-Session-API-Key': 'nonsense' },
    { 'X-Session-API-Key': newApiKey().text },
  ])('refuses %o', async (headers) => {
    expect(await who(headers)).toBeUndefined();
  });
});

describe('API key', () => {
  it('works until its expiry and not a moment longer', async () => {
    const at = clock.now();
    const text = await aKey({ expires_at: at.getTime() / 1000 + 60 });
    const at59 = new SettableClock(new Date(at.getTime() + 59_999).toISOString());
    const at60 = new SettableClock(new Date(at.getTime() + 60_000).toISOString());

    expect(await authenticate({ 'X-Session-API-Key': text }, keys, at59.now)).toBeDefined();
    expect(await authenticate({ 'X-Session-API-Key': text }, keys, at60.now)).toBeUndefined();
  });

  it('stops working when it is revoked', async () => {
    expect(await who({ 'X-Session-API-Key': await aKey({ revoked_at: '2026-11-21T12:00:00.000Z' }) })).toBeUndefined();
  });

  it('needs its own secret, not only a known id', async () => {
    const [text, other] = [await aKey(), newApiKey()];
    const record = keys.records.get(text.slice(4, 16));
    if (!record) throw new Error('no record');
    keys.records.set(other.keyId, { ...record, key_id: other.keyId });

    expect(await who({ 'X-Session-API-Key': other.text })).toBeUndefined();
  });

  it('is not stored', async () => {
    const text = await aKey();

    expect(JSON.stringify([...keys.records.values()])).not.toContain(text.slice(17, 40));
  });

  it.each(['', ' ann', '-ann', 'a/b', 'ann\n', 'a'.repeat(41), 'ünı', `a${'.'.repeat(21)}`])(
    'cannot belong to an owner named %j',
    async (ownerId) => {
      await expect(aKey({}, ownerId)).rejects.toThrow();
    },
  );

  it.each(['ann', 'ann@example.com', '0', 'a.b_c+d-e', 'a'.repeat(40)])('may belong to %s', async (ownerId) => {
    expect(await who({ 'X-Session-API-Key': await aKey({}, ownerId) })).toBe(ownerId);
  });
});

const noon = new Date('2026-11-21T12:00:00.000Z');
const minutes = (count: number) => new Date(noon.getTime() + count * 60_000);
const record: KeyRecord = {
  key_id: 'key000000001',
  owner_id: 'ann',
  name: null,
  hash: '',
  last4: 'last',
  created_at: noon.toISOString(),
  created_by: 'operator',
  expires_at: null,
  revoked_at: null,
  limits: noLimits,
};

describe('UseNotes', () => {
  it('writes the use of a key when none is recorded in the last ten minutes', async () => {
    const noteUse = vi.fn(async () => undefined);
    const uses = new UseNotes({ noteUse });

    await uses.note({ ...record, last_used_at: minutes(-9).toISOString() }, noon);
    expect(noteUse).not.toHaveBeenCalled();
    await uses.note({ ...record, last_used_at: minutes(-11).toISOString() }, noon);
    await uses.note({ ...record, key_id: 'key000000002' }, noon);

    expect(noteUse.mock.calls).toEqual([
      [record.key_id, noon, minutes(-10)],
      ['key000000002', noon, minutes(-10)],
    ]);
  });

  it('tries once in ten minutes when the table refuses the write, and fails no request', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const noteUse = vi.fn(async () => {
      throw new Error('no');
    });
    const uses = new UseNotes({ noteUse });

    for (const minute of [0, 1, 9, 11]) await uses.note(record, minutes(minute));

    expect(noteUse).toHaveBeenCalledTimes(2);
    expect(warn).toHaveBeenCalledTimes(2);
    warn.mockRestore();
  });

  it('does not delay a request for long when the table does not answer', async () => {
    const uses = new UseNotes({ noteUse: () => new Promise(() => undefined) }, 1);

    await expect(uses.note(record, noon)).resolves.toBeUndefined();
  });
});

const now = new Date('2026-11-21T13:00:00.000Z');

const first = (limits: SomeLimits = {}): KeyRecord =>
  newKey({ ownerId: 'ann', name: null, expiresAt: null, limits }, now).record;
const made = (giver: KeyRecord, limits: SomeLimits = {}): KeyRecord =>
  newKey(orderFrom(giver, { limits: limitsOf(limits) }, now), now).record;
const rotated = (old: KeyRecord): KeyRecord =>
  newKey(successorOf(old, { expiresAt: null, createdBy: old.key_id }, now), now).record;
const ids = (record: KeyRecord) => lineagesOfKey(record).map(({ id }) => id);

describe('lineages of a key', () => {
  it('are its own when an operator made it, or a key without limits', () => {
    const root = first();
    const child = made(root, { sandboxes: 1 });

    expect(ids(root)).toEqual([root.key_id]);
    expect([ids(child), child.lineage, child.above]).toEqual([[child.key_id], undefined, undefined]);
    expect(ids(made(root))).not.toEqual(ids(root));
  });

  it('are those of the key that it replaces', () => {
    const old = made(first({ sandboxes: 3 }), { sandboxes: 1 });
    const successor = rotated(rotated(old));

    expect(lineagesOfKey(successor)).toEqual(lineagesOfKey(old));
    expect(keyView(successor).lineages).toEqual([old.key_id, old.above?.[0]?.id]);
  });

  it('are those of its maker when it gets the same limits', () => {
    const maker = first({ sandboxes: 3, monthly_budget_usd: 5 });

    expect(lineagesOfKey(made(maker))).toEqual(lineagesOfKey(maker));
    expect(lineagesOfKey(made(made(maker), { sandboxes: 3 }))).toEqual(lineagesOfKey(maker));
  });

  it('are its own and those of its maker when it gets lower limits', () => {
    const maker = first({ sandboxes: 3 });
    const child = made(rotated(maker), { monthly_sandbox_hours: 2 });

    expect(lineagesOfKey(child)).toEqual([
      { id: child.key_id, limits: limitsOf({ sandboxes: 3, monthly_sandbox_hours: 2 }) },
      { id: maker.key_id, limits: limitsOf({ sandboxes: 3 }) },
    ]);
    expect([isWithinLineageOf(child, maker), isWithinLineageOf(maker, child)]).toEqual([true, false]);
  });

  it('are limited to the number that a start can check', () => {
    let deepest = first({ sandboxes: 100 });
    for (let depth = 1; depth < MAX_LINEAGES; depth += 1) deepest = made(deepest, { sandboxes: 100 - depth });

    expect(ids(deepest)).toHaveLength(MAX_LINEAGES);
    expect(ids(made(deepest))).toEqual(ids(deepest));
    expect(() => descentFrom(deepest, limitsOf({ sandboxes: 1 }))).toThrow(/at most 5 levels deep/);
  });
});

const pick = fc.nat({ max: 99 });
const step = fc.oneof(
  fc.record({ kind: fc.constant('make' as const), by: pick, sandboxes: fc.option(fc.integer({ min: 0, max: 3 })) }),
  fc.record({ kind: fc.constant('rotate' as const), by: pick }),
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('start' as const), by: pick }) },
  fc.record({ kind: fc.constant('end' as const), by: pick }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Keys with their origins. The test derives its expectations only from these. */
class Family {
  readonly store = new MemorySandboxStore();
  readonly keys: KeyRecord[] = [first(), first({ sandboxes: 3 })];
  readonly running: Sandbox[] = [];
  readonly #origin = new Map<string, string>();

  descendedFrom(key: KeyRecord, record: KeyRecord): void {
    this.#origin.set(record.key_id, key.key_id);
    this.keys.push(record);
  }

  /** The key and all its ancestors. */
  forebears(key: KeyRecord): readonly KeyRecord[] {
    const origin = this.keys.find(({ key_id: id }) => id === this.#origin.get(key.key_id));
    return origin ? [key, ...this.forebears(origin)] : [key];
  }

  /** The number of running sandboxes that this key or its descendants started. */
  runningUnder(key: KeyRecord): number {
    const starters = this.running.map(({ api_key_id: id }) => this.keys.find((one) => one.key_id === id) ?? key);
    return starters.filter((starter) => this.forebears(starter).includes(key)).length;
  }

  hasRoom(key: KeyRecord): boolean {
    return this.forebears(key).every((one) => this.runningUnder(one) < (one.limits.sandboxes ?? Infinity));
  }

  async start(key: KeyRecord): Promise<boolean> {
    const lineages = [...lineagesOfKey(key)];
    const next = aSandbox({ api_key_id: key.key_id, lineages });
    try {
      await this.store.save([{ previous: null, next }], within(1000, { key: { id: key.key_id, lineages } }));
    } catch (error) {
      if (error instanceof SandboxLimitError) return false;
      throw error;
    }
    this.running.push(next);
    return true;
  }

  async end(sandbox: Sandbox): Promise<void> {
    this.running.splice(this.running.indexOf(sandbox), 1);
    await this.store.save([{ previous: sandbox, next: changed(sandbox, now, { desired: 'PAUSED' }) }]);
  }
}

async function take({ by, ...what }: Step, family: Family): Promise<void> {
  const key = family.keys[by % family.keys.length] ?? first();
  const sandbox = family.running[by % Math.max(1, family.running.length)];
  switch (what.kind) {
    case 'make': {
      const sandboxes = lesser(what.sandboxes, key.limits);
      const isDeep = lineagesOfKey(key).length === MAX_LINEAGES && sandboxes !== key.limits.sandboxes;
      return isDeep ? undefined : family.descendedFrom(key, made(key, { sandboxes }));
    }
    case 'rotate':
      return family.descendedFrom(key, rotated(key));
    case 'end':
      return sandbox && family.end(sandbox);
    case 'start': {
      const hasRoom = family.hasRoom(key);
      expect([hasRoom, await family.start(key)]).toEqual([hasRoom, hasRoom]);
    }
  }
}

function lesser(wanted: number | null, { sandboxes: most }: Limits): number | null {
  return most === null || wanted === null ? (wanted ?? most) : Math.min(wanted, most);
}

describe('limits of a key', () => {
  it('apply exactly to the key and its descendants, however keys are created and rotated', async () => {
    const steps = fc.array(step, { minLength: 20, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const family = new Family();
        for (const one of all) await take(one, family);
      }),
      { numRuns: 100 },
    );
  });
});

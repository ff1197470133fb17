import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Limits, limitsOf, type SomeLimits } from '../../../../../shared/contract/shapes/limits.ts';
import { MAX_LINEAGES } from '../../../../../shared/contract/shapes/lineages.ts';
import { orderFrom, successorOf } from '../../../../../shared/domain/accounts/keys/change-keys.ts';
import { newKey } from '../../../../../shared/domain/accounts/keys/issue-key.ts';
import {
  descentFrom,
  isWithinLineageOf,
  type KeyRecord,
  keyView,
  lineagesOfKey,
} from '../../../../../shared/domain/accounts/keys/key-record.ts';
import { changed, type Sandbox } from '../../../../../shared/domain/sandboxes/record/sandbox.ts';
import { SandboxLimitError } from '../../../../../shared/domain/sandboxes/store/sandbox-store.ts';
import { MemorySandboxStore } from '../../../../support/sandboxes/memory-sandbox-store.ts';
import { aSandbox, within } from '../../../../support/sandboxes/sandbox-data.ts';

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

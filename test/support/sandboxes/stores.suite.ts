import { beforeEach, describe, expect, it } from 'vitest';
import {
  EDGE_ENTRY_BYTES,
  type EdgeKeys,
  EdgeKeysChangedError,
  type EdgeValues,
} from '../../../shared/domain/sandboxes/ingress/install-ingress-keys.ts';
import { deleteRequested } from '../../../shared/domain/sandboxes/intent/intents.ts';
import type { LaunchPace } from '../../../shared/domain/sandboxes/launch/tasks.ts';
import { claimSettled } from '../../../shared/domain/sandboxes/lifecycle/changes.ts';
import { limits } from '../../../shared/domain/sandboxes/record/limits.ts';
import { changed, type Sandbox } from '../../../shared/domain/sandboxes/record/sandbox.ts';
import { type SandboxStore, WarmTaskTakenError } from '../../../shared/domain/sandboxes/store/sandbox-store.ts';
import type {
  WaitBounds,
  WaitPlace,
  WaitPlaces,
  WaitRefusal,
} from '../../../shared/domain/sandboxes/waits/wait-for-status.ts';
import { claimOf } from '../../../shared/domain/sandboxes/warm/claim-warm-task.ts';
import {
  newWarmTask,
  PoolChangedError,
  type WarmPool,
  type WarmTasks,
} from '../../../shared/domain/sandboxes/warm/warm-tasks.ts';
import type { Clock } from '../../../shared/platform/clock.ts';
import { VersionConflictError } from '../../../shared/platform/errors.ts';
import { SettableClock } from '../platform/settable-clock.ts';
import { aLaunch, aSandbox, aSandboxId, aSpec, within } from './sandbox-data.ts';

interface Pool {
  readonly warmTasks: WarmTasks;
  readonly warmPool: WarmPool;
  readonly sandboxes: SandboxStore;
}

/** Tests of both warm pool ports and of claims in the sandbox store. Each test has its own pool. */
export function warmTasksSuite(poolAt: (now: () => Date) => Promise<Pool>): void {
  const spec = aSpec({ id: 'pooled', revision: 'r7' });
  let clock: SettableClock;
  let pool: Pool;

  beforeEach(async () => {
    clock = new SettableClock();
    pool = await poolAt(clock.now);
  });

  const fresh = () => newWarmTask(aSandboxId(), spec, clock.now());

  /** Adds a ready task. */
  async function ready(): Promise<Sandbox> {
    const previous = await launching();
    const { warm } = previous;
    const next = changed(previous, clock.now(), {
      phase: 'BOOTING',
      launch: aLaunch({ startedBy: 'x', mark: 'x' }),
      key_id: 'k1',
      task_arn: `arn:task/${previous.sandbox_id}`,
      volume_id: 'vol-1',
      task_started_at: clock.now().toISOString(),
      warm: warm && { ...warm, ready_at: clock.now().toISOString() },
    });
    await pool.sandboxes.save([{ previous, next }]);
    return next;
  }

  async function launching(): Promise<Sandbox> {
    clock.advance(5);
    const row = fresh();
    const { turn } = await pool.warmPool.look();
    await pool.warmPool.add([row], turn);
    return row;
  }

  const ids = (rows: readonly Pick<Sandbox, 'sandbox_id'>[]) => rows.map(({ sandbox_id: id }) => id);

  /** Creates a sandbox with this task. */
  const claim = async (row: Sandbox, owner_id = 'ann') => {
    const creation = { previous: null, next: aSandbox({ owner_id, spec_id: spec.id }) };
    const change = claimOf(creation, row, clock.now());
    await pool.sandboxes.save([change], within(1_000));
    return change;
  };

  describe('the warm pool', () => {
    it('returns ready tasks of the current spec revision, oldest first', async () => {
      const first = await ready();
      await launching();
      const second = await ready();

      expect(ids(await pool.warmTasks.ready(spec))).toEqual(ids([first, second]));
      expect(await pool.warmTasks.ready({ ...spec, revision: 'r8' })).toEqual([]);
      expect(await pool.warmTasks.ready({ ...spec, id: 'other' })).toEqual([]);
    });

    it('excludes discarded and expired tasks', async () => {
      const row = await ready();
      await pool.sandboxes.save([{ previous: row, next: deleteRequested(row, clock.now()) }]);
      await ready();
      clock.advance(25 * 3600);

      expect(await pool.warmTasks.ready(spec)).toEqual([]);
      expect((await pool.warmPool.look()).rows).toHaveLength(2);
    });

    it('accepts the addition of one of several keepers that read the same state', async () => {
      const { turn } = await pool.warmPool.look();
      const keepers = [1, 2, 3].map(() => pool.warmPool.add([fresh()], turn));

      const outcomes = await Promise.allSettled(keepers);

      const lost = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
      expect(lost).toEqual([expect.any(PoolChangedError), expect.any(PoolChangedError)]);
      expect((await pool.warmPool.look()).rows).toHaveLength(1);
    });

    it('accepts another addition from a caller that read the last one', async () => {
      const first = await launching();
      const { rows, turn } = await pool.warmPool.look();
      expect([ids(rows), turn]).toEqual([ids([first]), 1]);
      await expect(pool.warmPool.add([fresh()], turn - 1)).rejects.toThrow(PoolChangedError);

      await pool.warmPool.add([fresh()], turn);

      expect((await pool.warmPool.look()).rows).toHaveLength(2);
    });
  });

  describe('a claim', () => {
    it('gives the task to one of many sandboxes, and a named error to the others', async () => {
      const row = await ready();

      const outcomes = await Promise.allSettled(Array.from({ length: 6 }, (_, n) => claim(row, `owner-${n}`)));

      const won = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.next] : []));
      const lost = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
      expect(won).toHaveLength(1);
      expect(lost).toEqual(Array.from({ length: 5 }, () => expect.any(WarmTaskTakenError)));
      const [winner] = won;
      const found = await pool.sandboxes.find(row.owner_id, row.sandbox_id);
      expect(found?.warm?.claimed_by).toMatchObject({ owner_id: winner?.owner_id, sandbox_id: winner?.sandbox_id });
      for (let n = 0; n < 6; n += 1) {
        const counted = await pool.sandboxes.listCounted(`owner-${n}`);
        expect(ids(counted)).toEqual(winner?.owner_id === `owner-${n}` ? [winner.sandbox_id] : []);
      }
    });

    it('loses against a keeper that discarded the task, and wins against a later one', async () => {
      const [gone, kept] = [await ready(), await ready()];
      await pool.sandboxes.save([{ previous: gone, next: deleteRequested(gone, clock.now()) }]);

      await expect(claim(gone)).rejects.toThrow(WarmTaskTakenError);
      await claim(kept);

      const late = pool.sandboxes.save([{ previous: kept, next: deleteRequested(kept, clock.now()) }]);
      await expect(late).rejects.toThrow(VersionConflictError);
    });

    it('removes the task from the pool permanently, and keeps its row for late events', async () => {
      const row = await ready();
      const { claim: claimed } = await claim(row);
      expect(await pool.warmTasks.ready(spec)).toEqual([]);
      if (!claimed) throw new Error('no claim');

      await pool.sandboxes.save([{ previous: claimed.next, next: claimSettled(claimed.next, clock.now()) }]);

      expect((await pool.warmPool.look()).rows).toEqual([]);
      expect(await pool.sandboxes.find(row.owner_id, row.sandbox_id)).toMatchObject({ phase: 'DELETED' });
    });
  });
}

const PER_SECOND = 15;
const noon = Date.parse('2026-11-21T12:00:00.000Z');
let minutes = 0;

/** Tests of the port. Stores keep their pace between tests, so each test runs at a later time. */
export function launchPaceSuite(paceOf: (perSecond: number) => LaunchPace): void {
  const later = () => {
    minutes += 10;
    return noon + minutes * 60_000;
  };
  const ask = (at: number, isQueued?: boolean) => paceOf(PER_SECOND).reserve(new Date(at), isQueued);
  const reserve = async (at: number) => (await ask(at))?.getTime() ?? Number.NaN;

  const mostInASecond = (slots: readonly number[]) =>
    Math.max(...slots.map((start) => slots.filter((slot) => slot >= start && slot < start + 1000).length));

  describe('launch pace', () => {
    it('lets the first call start immediately, and the next after a pause', async () => {
      const at = later();

      expect([await reserve(at), await reserve(at + 5_000)]).toEqual([at, at + 5_000]);
    });

    it('gives each call of a burst its own turn, within the pace of each second', async () => {
      const at = later();

      const slots = await Promise.all(Array.from({ length: 100 }, () => reserve(at)));

      expect(new Set(slots).size).toBe(100);
      expect(Math.min(...slots)).toBe(at);
      expect(mostInASecond(slots)).toBe(PER_SECOND);
      expect(Math.max(...slots) - at).toBeLessThan((100 / PER_SECOND) * 1000 + 100);
    });

    it('gives idle calls only turns that no other call uses', async () => {
      const at = later();
      const pace = paceOf(PER_SECOND);
      expect(await pace.reserveIdle(new Date(at))).toBe(true);
      expect(await pace.reserveIdle(new Date(at))).toBe(false);
      const slots = await Promise.all(Array.from({ length: 20 }, () => reserve(at)));

      expect(Math.min(...slots)).toBeGreaterThan(at);
      expect(await pace.reserveIdle(new Date(at + 1_000))).toBe(false);
      expect(await pace.reserveIdle(new Date(at + 2_000))).toBe(true);
    });

    it('is kept for callers with different clocks', async () => {
      const at = later();
      const clocks = Array.from({ length: 60 }, (_, index) => at + ((index * 37) % 400));

      const slots = await Promise.all(clocks.map(async (clock) => ({ clock, slot: await reserve(clock) })));

      expect(slots.filter(({ clock, slot }) => slot < clock)).toEqual([]);
      expect(mostInASecond(slots.map(({ slot }) => slot))).toBeLessThanOrEqual(PER_SECOND);
    });

    it('starts over after a burst', async () => {
      const at = later();
      await Promise.all(Array.from({ length: 30 }, () => reserve(at)));

      expect(await reserve(at + 3_000)).toBe(at + 3_000);
    });

    it('gives turns only in the near future, so that the rest of a burst is queued', async () => {
      const at = later();
      const { ahead } = paceOf(PER_SECOND);

      const slots: (Date | undefined)[] = [];
      for (let asked = 0; asked < ahead + 20; asked += 1) slots.push(await ask(at, true));

      expect(slots.filter((slot) => slot === undefined).length).toBeGreaterThanOrEqual(18);
      const latest = Math.max(...slots.map((slot) => slot?.getTime() ?? 0));
      expect(latest - at).toBeGreaterThan((limits.turnsAhead - 1) * 1000);
      expect(latest - at).toBeLessThanOrEqual(limits.turnsAhead * 1000 + 1000 / PER_SECOND);
    });

    it('gives new starts fewer future turns than queued ones', async () => {
      const at = later();
      for (let asked = 0; asked < PER_SECOND * limits.turnsAtOnce + 5; asked += 1) await ask(at);

      expect(await ask(at)).toBeUndefined();
      expect(await ask(at, true)).toBeInstanceOf(Date);
      expect(await ask(at + 2_000)).toBeInstanceOf(Date);
    });

    it('reserves free turns for the queue while there is one', async () => {
      const at = later();
      await paceOf(PER_SECOND).keepForQueue(new Date(at + 60_000));

      expect(await ask(at)).toBeUndefined();
      expect(await ask(at, true)).toEqual(new Date(at));
      expect(await ask(at + 61_000)).toEqual(new Date(at + 61_000));
    });

    it('lets one caller at a time offer turns to the queue, before new starts', async () => {
      const at = later();
      const pace = paceOf(PER_SECOND);

      expect([await pace.claimOffer(new Date(at)), await pace.claimOffer(new Date(at))]).toEqual([true, false]);
      expect(await ask(at)).toBeUndefined();
      await pace.endOffer();
      await pace.keepForQueue(new Date(at));
      expect(await pace.claimOffer(new Date(at + 10_000))).toBe(true);
      await pace.endOffer();
      await pace.keepForQueue(new Date(at));
    });

    it('lets another caller offer turns when the first one has died', async () => {
      const at = later();
      await paceOf(PER_SECOND).claimOffer(new Date(at));

      expect(await paceOf(PER_SECOND).claimOffer(new Date(at + 60_000))).toBe(true);
    });
  });
}

type Outcome = WaitPlace | WaitRefusal;

const isPlace = (outcome: Outcome): outcome is WaitPlace => typeof outcome !== 'string';
const placesIn = (outcomes: readonly Outcome[]) => outcomes.filter(isPlace);
const refusalsIn = (outcomes: readonly Outcome[]) => outcomes.filter((outcome) => !isPlace(outcome));

let days = 0;

/** Tests of the port. Stores keep their places between tests, so each test runs a day later. */
export function waitPlacesSuite(placesOf: (bounds: WaitBounds, now: Clock) => WaitPlaces): void {
  let clock: SettableClock;
  beforeEach(() => {
    clock = new SettableClock();
    days += 1;
    clock.advance(days * 24 * 60 * 60);
  });

  const taker = (bounds: WaitBounds) => {
    const places = placesOf(bounds, clock.now);
    const take = (keyId: string, seconds = 30) =>
      places.take({ ownerId: 'ann', keyId }, new Date(clock.now().getTime() + seconds * 1000));
    const taken = async (keyId: string, seconds?: number) => {
      const outcome = await take(keyId, seconds);
      if (!isPlace(outcome)) expect.fail(`expected a place, and got ${outcome}`);
      return outcome;
    };
    return { take, taken, release: (place: WaitPlace) => places.release(place) };
  };

  describe('places of requests that wait', () => {
    it('limit each key separately', async () => {
      const { take, taken } = taker({ perKey: 2, overall: 50 });
      await taken('a');
      await taken('a');

      expect(await take('a')).toBe('key_full');
      expect(await take('b')).toHaveProperty('holder');
    });

    it('limit keys with the same id of different owners separately', async () => {
      const places = placesOf({ perKey: 1, overall: 50 }, clock.now);
      const until = new Date(clock.now().getTime() + 30_000);
      const outcomes = [
        await places.take({ ownerId: 'ann', keyId: 'a' }, until),
        await places.take({ ownerId: 'bob', keyId: 'a' }, until),
      ];

      expect(placesIn(outcomes)).toHaveLength(2);
    });

    it('limit all keys together, and use no place of a key when the service is full', async () => {
      const { take, taken, release } = taker({ perKey: 2, overall: 3 });
      const held = [await taken('a'), await taken('a'), await taken('b')];
      expect([await take('b'), await take('b'), await take('c')]).toEqual(Array(3).fill('service_full'));

      for (const place of held) await release(place);

      await taken('b');
      await taken('b');
      expect(await take('b')).toBe('key_full');
    });

    it("let exactly the key's number of concurrent requests wait", async () => {
      const { take } = taker({ perKey: 5, overall: 50 });

      const outcomes = await Promise.all(Array.from({ length: 40 }, () => take('a')));

      expect(placesIn(outcomes)).toHaveLength(5);
      expect(refusalsIn(outcomes)).toEqual(Array(35).fill('key_full'));
    });

    it("let exactly the service's number of concurrent requests wait", async () => {
      const { take } = taker({ perKey: 5, overall: 12 });

      const outcomes = await Promise.all(Array.from({ length: 60 }, (_, index) => take(`key-${index % 30}`)));

      expect(placesIn(outcomes)).toHaveLength(12);
      expect(refusalsIn(outcomes)).toEqual(Array(48).fill('service_full'));
    });

    it('are never exceeded while requests come and go', async () => {
      const { take, release } = taker({ perKey: 3, overall: 5 });
      const waiting: string[] = [];
      const peaks = { key: 0, all: 0 };
      const visits = async (keyId: string) => {
        for (let round = 0; round < 6; round += 1) {
          const outcome = await take(keyId);
          if (!isPlace(outcome)) continue;
          waiting.push(keyId);
          peaks.all = Math.max(peaks.all, waiting.length);
          peaks.key = Math.max(peaks.key, waiting.filter((each) => each === keyId).length);
          await new Promise(setImmediate);
          waiting.splice(waiting.indexOf(keyId), 1);
          await release(outcome);
        }
      };

      await Promise.all(Array.from({ length: 20 }, (_, index) => visits(`key-${index % 4}`)));

      expect(peaks.all).toBeGreaterThan(1);
      expect(peaks.all).toBeLessThanOrEqual(5);
      expect(peaks.key).toBeLessThanOrEqual(3);
      // Lost races must not lose places.
      const again = await Promise.all(Array.from({ length: 8 }, (_, index) => take(`key-${index}`)));
      expect(placesIn(again)).toHaveLength(5);
    });

    it('are free again when the process that held them died', async () => {
      const { take, taken } = taker({ perKey: 1, overall: 1 });
      await taken('a', 29);

      clock.advance(28);
      expect([await take('a'), await take('b')]).toEqual(['key_full', 'service_full']);
      clock.advance(1);

      await taken('b');
    });

    it('stay taken when their holder of before releases them late', async () => {
      const { take, taken, release } = taker({ perKey: 1, overall: 1 });
      const before = await taken('a', 10);
      clock.advance(10);
      await taken('a', 10);

      await release(before);

      expect([await take('a'), await take('b')]).toEqual(['key_full', 'service_full']);
    });

    it('are released once, even if release is called repeatedly', async () => {
      const { take, taken, release } = taker({ perKey: 2, overall: 50 });
      const first = await taken('a');
      await taken('a');

      await Promise.all([release(first), release(first)]);
      await release(first);

      await taken('a');
      expect(await take('a')).toBe('key_full');
    });

    it('do not exist where a bound is 0', async () => {
      expect(await taker({ perKey: 5, overall: 0 }).take('a')).toBe('service_full');
      expect(await taker({ perKey: 0, overall: 50 }).take('a')).toBe('key_full');
    });
  });
}

/** Entries with these keys of labels. */
export function edgeValues(keys: string): EdgeValues {
  return { keys, names: `beside ${keys.slice(0, 9)}`, service: '{}' };
}

/** Tests of the port. @param open returns an edge without keys */
export function edgeKeysSuite(open: () => Promise<EdgeKeys>): void {
  it('has no values before the first write', async () => {
    expect(await (await open()).values()).toEqual({});
  });

  it('returns the last values with their version', async () => {
    const edge = await open();
    const empty = await edge.version();

    await edge.replace(edgeValues('one'), empty);
    const written = await edge.version();
    await edge.replace(edgeValues('two'), written);

    expect(await edge.values()).toEqual(edgeValues('two'));
    expect(new Set([empty, written, await edge.version()]).size).toBe(3);
  });

  it('takes a value of the largest size', async () => {
    const edge = await open();
    const largest = 'x'.repeat(EDGE_ENTRY_BYTES);

    await edge.replace(edgeValues(largest), await edge.version());

    expect(await edge.values()).toEqual(edgeValues(largest));
  });

  it('refuses to write over a version that it no longer is', async () => {
    const edge = await open();
    const old = await edge.version();
    await edge.replace(edgeValues('kept'), old);

    await expect(edge.replace(edgeValues('lost'), old)).rejects.toThrow(EdgeKeysChangedError);

    expect(await edge.values()).toEqual(edgeValues('kept'));
  });

  it('lets one of several concurrent writers win', async () => {
    const edge = await open();
    const version = await edge.version();

    const ends = await Promise.allSettled(['a', 'b', 'c'].map((value) => edge.replace(edgeValues(value), version)));

    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const winner = ends.findIndex(({ status }) => status === 'fulfilled');
    expect(await edge.values()).toEqual(edgeValues(['a', 'b', 'c'][winner] ?? ''));
  });
}

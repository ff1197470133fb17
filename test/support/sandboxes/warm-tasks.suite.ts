import { beforeEach, describe, expect, it } from 'vitest';
import { deleteRequested } from '../../../shared/domain/sandboxes/intent/intents.ts';
import { claimSettled } from '../../../shared/domain/sandboxes/lifecycle/changes.ts';
import { changed, type Sandbox } from '../../../shared/domain/sandboxes/record/sandbox.ts';
import { type SandboxStore, WarmTaskTakenError } from '../../../shared/domain/sandboxes/store/sandbox-store.ts';
import { claimOf } from '../../../shared/domain/sandboxes/warm/claim-warm-task.ts';
import {
  newWarmTask,
  PoolChangedError,
  type WarmPool,
  type WarmTasks,
} from '../../../shared/domain/sandboxes/warm/warm-tasks.ts';
import { VersionConflictError } from '../../../shared/platform/errors.ts';
import { SettableClock } from '../platform/settable-clock.ts';
import { aLaunch, aSandbox, aSandboxId, aSpec, within } from './sandbox-data.ts';

interface Pool {
  readonly warmTasks: WarmTasks;
  readonly warmPool: WarmPool;
  readonly sandboxes: SandboxStore;
}

/** Promises of both ports, with those of a store of sandboxes about claims. Each test has a pool of its own. */
export function warmTasksSuite(poolAt: (now: () => Date) => Promise<Pool>): void {
  const spec = aSpec({ id: 'pooled', revision: 'r7' });
  let clock: SettableClock;
  let pool: Pool;

  beforeEach(async () => {
    clock = new SettableClock();
    pool = await poolAt(clock.now);
  });

  const fresh = () => newWarmTask(aSandboxId(), spec, clock.now());

  /** Adds a task that waits ready. */
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
    it('gives out tasks that are ready, of the very form of the spec, oldest first', async () => {
      const first = await ready();
      await launching();
      const second = await ready();

      expect(ids(await pool.warmTasks.ready(spec))).toEqual(ids([first, second]));
      expect(await pool.warmTasks.ready({ ...spec, revision: 'r8' })).toEqual([]);
      expect(await pool.warmTasks.ready({ ...spec, id: 'other' })).toEqual([]);
    });

    it('gives out none that was given up or whose time is over', async () => {
      const row = await ready();
      await pool.sandboxes.save([{ previous: row, next: deleteRequested(row, clock.now()) }]);
      await ready();
      clock.advance(25 * 3600);

      expect(await pool.warmTasks.ready(spec)).toEqual([]);
      expect((await pool.warmPool.look()).rows).toHaveLength(2);
    });

    it('is added to by one of several keepers that saw the same', async () => {
      const { turn } = await pool.warmPool.look();
      const keepers = [1, 2, 3].map(() => pool.warmPool.add([fresh()], turn));

      const outcomes = await Promise.allSettled(keepers);

      const lost = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
      expect(lost).toEqual([expect.any(PoolChangedError), expect.any(PoolChangedError)]);
      expect((await pool.warmPool.look()).rows).toHaveLength(1);
    });

    it('is added to again at once, by those who saw what was just added', async () => {
      const first = await launching();
      const { rows, turn } = await pool.warmPool.look();
      expect([ids(rows), turn]).toEqual([ids([first]), 1]);
      await expect(pool.warmPool.add([fresh()], turn - 1)).rejects.toThrow(PoolChangedError);

      await pool.warmPool.add([fresh()], turn);

      expect((await pool.warmPool.look()).rows).toHaveLength(2);
    });
  });

  describe('a claim', () => {
    it('gives one of many sandboxes the task, and all others a named error and nothing written', async () => {
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

    it('loses against a keeper that gave the task up, and wins against one that comes later', async () => {
      const [gone, kept] = [await ready(), await ready()];
      await pool.sandboxes.save([{ previous: gone, next: deleteRequested(gone, clock.now()) }]);

      await expect(claim(gone)).rejects.toThrow(WarmTaskTakenError);
      await claim(kept);

      const late = pool.sandboxes.save([{ previous: kept, next: deleteRequested(kept, clock.now()) }]);
      await expect(late).rejects.toThrow(VersionConflictError);
    });

    it('takes the task out of the pool for good, and keeps its row for what is still said of it', async () => {
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

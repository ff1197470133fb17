import { describe, expect, it } from 'vitest';
import { deleteRequested } from '../../../../../shared/domain/sandboxes/intent/intents.ts';
import { buried, collected, discarded } from '../../../../../shared/domain/sandboxes/lifecycle/deletion.ts';
import { isCounted, isWatched } from '../../../../../shared/domain/sandboxes/record/conditions.ts';
import type { Sandbox } from '../../../../../shared/domain/sandboxes/record/sandbox.ts';
import { isStored } from '../../../../../shared/domain/sandboxes/store/sandbox-store.ts';
import { ARN, at, inPhase, past } from '../../../../support/sandboxes/lifecycle-data.ts';
import { LifecycleScene } from '../../../../support/sandboxes/lifecycle-scene.ts';
import { aRunningSandbox, noon } from '../../../../support/sandboxes/sandbox-data.ts';

const now = past(60);
const stored = {
  volume_id: 'vol-3',
  snapshot_id: 'snap-2',
  previous_snapshot_id: 'snap-1',
  saving_snapshot_id: 'snap-3',
  discards: [{ kind: 'snapshot' as const, id: 'snap-0' }],
};
const deleting = (change: Partial<Sandbox> = {}) => ({
  ...deleteRequested(inPhase('DELETING', { task_ended_at: noon, ...change }), past(0)),
  desired: 'DELETED' as const,
});
const stray = {
  id: 'vol-9',
  state: 'available',
  owner: undefined,
  orphanSince: null,
  isKept: false,
  createdAt: noon,
} as const;

describe('receipt of a deletion', () => {
  it('begins with the request, and a second request leaves it unchanged', () => {
    const first = deleteRequested(aRunningSandbox(), past(1));
    const second = deleteRequested(first, past(2));

    expect(first).toMatchObject({
      desired: 'DELETED',
      receipt: { requested_at: at(1), collected: false, completed_at: null, items: [] },
    });
    expect(second.receipt).toEqual(first.receipt);
  });

  it('lists all resources before any of them is deleted', () => {
    const row = collected(deleting(stored), [stray, { ...stray, id: 'vol-3' }], now);

    expect(row.receipt?.collected).toBe(true);
    expect(row.receipt?.items).toEqual([
      { store: 'task', id: ARN, result: 'deleted' },
      { store: 'snapshot', id: 'snap-0', result: 'pending' },
      { store: 'volume', id: 'vol-3', result: 'pending' },
      { store: 'snapshot', id: 'snap-2', result: 'pending' },
      { store: 'snapshot', id: 'snap-1', result: 'pending' },
      { store: 'snapshot', id: 'snap-3', result: 'pending' },
      { store: 'volume', id: 'vol-9', result: 'pending' },
      { store: 'row', id: row.sandbox_id, result: 'pending' },
    ]);
    expect(row.discards.map(({ id }) => id)).toEqual(['snap-0', 'vol-3', 'snap-2', 'snap-1', 'snap-3', 'vol-9']);
    expect(row).toMatchObject({
      volume_id: null,
      snapshot_id: null,
      previous_snapshot_id: null,
      saving_snapshot_id: null,
    });
  });

  it('has no task when none was known', () => {
    const { receipt } = collected(deleting({ task_arn: null, volume_id: null }), [], now);

    expect(receipt?.items.map(({ store }) => store)).toEqual(['row']);
  });

  it('gets each result when EC2 confirms it', () => {
    let row = collected(deleting(stored), [], now);
    row = discarded(row, { kind: 'volume', id: 'vol-3' }, now);
    row = discarded(row, { kind: 'snapshot', id: 'snap-2' }, now);

    const results = Object.fromEntries((row.receipt?.items ?? []).map(({ id, result }) => [id, result]));
    expect(results).toMatchObject({ 'vol-3': 'deleted', 'snap-2': 'deleted', 'snap-1': 'pending' });
    expect(row.discards.map(({ id }) => id)).toEqual(['snap-0', 'snap-1', 'snap-3']);
  });

  it('does not exist for the discards of a living sandbox', () => {
    const row = discarded(inPhase('RUNNING', stored), { kind: 'snapshot', id: 'snap-0' }, now);

    expect(row).toMatchObject({ discards: [], receipt: null });
  });

  it('is kept for a week after everything is deleted', () => {
    const done = buried(collected(deleting(), [], now), now);

    expect(done).toMatchObject({
      phase: 'DELETED',
      receipt: { completed_at: at(60) },
      purge_at: now.getTime() / 1000 + 7 * 86_400,
      launch: null,
      exposed_urls: null,
      status_reason: null,
    });
    expect(done.receipt?.items.at(-1)).toEqual({ store: 'row', id: done.sandbox_id, result: 'deleted' });
  });

  it('leaves the deleted sandbox uncounted, unwatched and without disks', () => {
    const done = { ...buried(collected(deleting(), [], now), now), discards: [] };

    expect([isCounted(done), isWatched(done), isStored(done)]).toEqual([false, false, false]);
  });
});

describe('deletion of a sandbox', () => {
  it('names what it deleted, and touches nothing else of the account', async () => {
    const scene = await LifecycleScene.paused();
    const before = await scene.read();

    await scene.want('delete');
    await scene.settle();

    expect((await scene.read()).receipt).toEqual({
      requested_at: expect.any(String),
      collected: true,
      completed_at: expect.any(String),
      items: [
        { store: 'task', id: before.task_arn, result: 'deleted' },
        { store: 'snapshot', id: before.snapshot_id, result: 'deleted' },
        { store: 'row', id: scene.sandboxId, result: 'deleted' },
      ],
    });
  });

  it('waits for resources that EC2 does not delete yet', async () => {
    const scene = await LifecycleScene.paused();
    await scene.want('delete');
    scene.world.disks.failNextDelete('busy');
    await scene.look();
    expect(await scene.read()).toMatchObject({ phase: 'DELETING', discards: [{ kind: 'snapshot' }] });

    scene.world.disks.failNextDelete('unavailable');
    await scene.look();
    expect(await scene.read()).toMatchObject({ phase: 'DELETING', discards: [{ kind: 'snapshot' }] });
    await scene.sweep();

    expect(await scene.read()).toMatchObject({ phase: 'DELETED' });
  });

  it('finds the disk of a start that never reported it', async () => {
    const scene = await LifecycleScene.with();
    await scene.look();
    scene.world.loseEvents();
    await scene.silence(5);
    expect(await scene.read()).toMatchObject({ phase: 'PROVISIONING', volume_id: null });

    await scene.want('delete');
    await scene.minutesWithoutEvents(3);

    expect((await scene.read()).receipt?.items).toContainEqual({ store: 'volume', id: 'vol-1', result: 'deleted' });
    expect(scene.world.disks.all().volumes).toEqual([]);
  });

  it('stops a task that appears late', async () => {
    const scene = await LifecycleScene.running();
    const task = await scene.task();
    await scene.want('delete');
    await scene.settle();
    const before = await scene.read();

    await scene.look({ task: { ...task, version: 99 } });

    expect(await scene.read()).toEqual(before);
    expect(scene.world.ecs.calls.stop).toBe(2);
  });
});

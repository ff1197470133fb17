import { describe, expect, it, vi } from 'vitest';
import { requireUsable } from '../../../../../shared/domain/sandboxes/forks/begin-from-snapshot.ts';
import { createSnapshot } from '../../../../../shared/domain/sandboxes/snapshots/create-snapshot.ts';
import { nextSnapshotStep } from '../../../../../shared/domain/sandboxes/snapshots/next-snapshot-step.ts';
import { keyOf } from '../../../../support/platform/memory-page.ts';
import { LifecycleScene } from '../../../../support/sandboxes/lifecycle-scene.ts';

for (const level of ['info', 'warn'] as const) vi.spyOn(console, level).mockReturnValue();

/** A paused sandbox whose workspace became a snapshot. */
async function scene() {
  const all = await LifecycleScene.paused();
  const { world, ownerId, sandboxId } = all;
  const { sandboxes, snapshots } = world;
  const deps = { sandboxes, snapshots, snapshotLimit: 9, now: world.clock.now };
  const order = { name: null, retentionDays: null, kept: true };
  const payer = { api_key_id: 'key000000001', lineages: [] };
  const snapshot = () => createSnapshot({ ownerId, sandboxId }, order, payer, async () => [], deps);
  const { snapshot_id: id, ebs_snapshot_id: ebs } = await snapshot();
  const row = (of = id) => {
    const found = snapshots.rows.get(keyOf(ownerId, of));
    if (!found) throw new Error(`snapshot ${of} is missing`);
    return found;
  };
  const vanish = () => world.disks.vanish(String(ebs));
  world.clock.advance(3_600);
  return { all, world, snapshots, snapshot, row, vanish, id, ebs };
}

describe('a snapshot whose EBS snapshot an operator deleted', () => {
  it('is in ERROR with the reason after the next sweep, and its storage ends in the ledger', async () => {
    const { all, world, snapshots, row, vanish, id } = await scene();
    const { ready_at: since } = row();
    vanish();

    await all.sweep();

    expect(row()).toMatchObject({
      state: 'ERROR',
      status_reason: { code: 'snapshot_lost', message: expect.stringContaining('was deleted in the AWS account') },
      ready_at: null,
    });
    const entry = snapshots.usage.get(keyOf(all.ownerId, `/snapshot#${id}`));
    expect(entry).toMatchObject({ started_at: since, ended_at: row().updated_at });
    expect(world.snapshots.active.get(all.ownerId)).toBe(1);
  });

  it('is noticed by a start that needs it, which fails with the reason and is not tried again', async () => {
    const { all, world, row, vanish } = await scene();
    vanish();
    const { run } = world.ecs.calls;

    await all.want('resume');
    await all.settle();

    expect(await all.read()).toMatchObject({
      phase: 'ERROR',
      desired: 'PAUSED',
      status_reason: { code: 'workspace_lost', message: expect.stringContaining('snapshot that this sandbox begins') },
    });
    expect(world.ecs.calls.run).toBe(run);
    expect(row()).toMatchObject({ state: 'ERROR', status_reason: { code: 'snapshot_lost' } });
    const refusal = /Snapshot \w+ cannot be used\. The data of the snapshot no longer exists/;
    expect(() => requireUsable(row(), row().snapshot_id)).toThrow(refusal);
  });

  it('takes the snapshots that share its data with it, even if the worker dies between two writes', async () => {
    const { all, world, snapshots, snapshot, row, vanish } = await scene();
    const alias = (await snapshot()).snapshot_id;
    world.clock.advance(3_600);
    vanish();
    const save = snapshots.save.bind(snapshots);
    const dying = vi.spyOn(snapshots, 'save').mockImplementationOnce(async (...args) => {
      await save(...args);
      throw new Error('the worker died');
    });

    await all.sweep().catch(() => undefined);
    expect(dying).toHaveBeenCalled();
    dying.mockRestore();
    await all.sweep();

    expect([row().state, row(alias).state]).toEqual(['ERROR', 'ERROR']);
    expect(row(alias).status_reason?.code).toBe('snapshot_lost');
  });

  it('is not assumed of one that was completed a moment ago, or after one wrong list', async () => {
    const { all, world, row, ebs } = await scene();
    const fresh = { ...row(), ready_at: world.clock.now().toISOString() };
    const absent = { ebs: { id: String(ebs), found: 'absent' } } as const;
    expect(nextSnapshotStep(fresh, absent, world.clock.now()).kind).toBe('none');
    expect(nextSnapshotStep(row(), absent, world.clock.now()).kind).toBe('lose-data');

    await all.sweep({ disks: Object.assign(Object.create(world.disks), { async *snapshots() {} }) });
    expect(row().state).toBe('READY');

    const stored = world.disks.vanish(String(ebs));
    world.disks.restore(stored);
    await all.sweep();
    expect(row().state).toBe('READY');
  });

  it('is deleted like every failed one, without a second entry in the ledger', async () => {
    const { all, world, snapshots, row, vanish, id } = await scene();
    vanish();
    await all.sweep();
    const entry = snapshots.usage.get(keyOf(all.ownerId, `/snapshot#${id}`));
    await all.want('delete');
    await all.settle();
    world.clock.advance(8 * 86_400);
    await all.minutes(2);

    expect(row()).toMatchObject({ state: 'DELETED', holds: 0 });
    expect(snapshots.usage.get(keyOf(all.ownerId, `/snapshot#${id}`))).toEqual(entry);
  });
});

describe('a saved workspace that became a snapshot', () => {
  it('is kept after the loss of the table of snapshots, although its sandbox is deleted', async () => {
    const { all, world, snapshots, row, ebs } = await scene();
    await all.sweep();
    await all.want('delete');
    await all.settle();
    expect(world.disks.all().snapshots).toMatchObject([{ id: ebs, takenFor: `ann/${row().snapshot_id}` }]);
    snapshots.rows.clear();

    await all.minutes(10);
    const [kept] = world.disks.all().snapshots;
    expect([kept?.id, kept?.orphanSince]).toEqual([ebs, expect.any(String)]);

    world.clock.advance(8 * 86_400);
    await all.sweep();
    expect(world.disks.all().snapshots).toEqual([]);
  });

  it('is tagged once, also when EC2 refused it before', async () => {
    const { all, world, ebs } = await scene();
    const tagging = vi.spyOn(world.disks, 'nameSnapshot').mockRejectedValueOnce(new Error('Request limit exceeded'));

    await all.sweep().catch(() => undefined);
    expect(world.disks.all().snapshots[0]?.takenFor).toBeUndefined();
    await all.minutes(3);

    expect(tagging.mock.calls.map(([id]) => id)).toEqual([ebs, ebs]);
  });
});

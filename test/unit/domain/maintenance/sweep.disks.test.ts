import { describe, expect, it, vi } from 'vitest';
import { standingOfSnapshot, standingOfVolume } from '../../../../shared/domain/maintenance/orphans.ts';
import type { Volume } from '../../../../shared/domain/sandboxes/record/disks.ts';
import { diskOwner, markOf, startedBy } from '../../../../shared/domain/sandboxes/record/identity.ts';
import { limits } from '../../../../shared/domain/sandboxes/record/limits.ts';
import { Phase } from '../../../../shared/domain/sandboxes/record/phases.ts';
import type { Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import { taskLost } from '../../../../shared/presentation/sandbox-reasons.ts';
import { aSnapshot, inPhase } from '../../../support/sandboxes/lifecycle-data.ts';
import { LifecycleScene } from '../../../support/sandboxes/lifecycle-scene.ts';
import { noon } from '../../../support/sandboxes/sandbox-data.ts';

const unknownSandbox = { startedBy: 'ann/0193000000000000000000000000aaaa/1', mark: 'ffff' };
const older = (row: Sandbox) => ({
  startedBy: startedBy({ ...row, generation: row.generation - 1 }),
  mark: markOf(row),
});
const namesake = (row: Sandbox) => ({ startedBy: startedBy(row), mark: 'ffff' });

function disksOf({ world }: LifecycleScene): string[] {
  const { volumes, snapshots } = world.disks.all();
  return [...volumes, ...snapshots].map(({ id }) => id).toSorted();
}

function marked({ world }: LifecycleScene): string[] {
  const { volumes, snapshots } = world.disks.all();
  return [...volumes, ...snapshots].flatMap(({ id, orphanSince }) => (orphanSince === null ? [] : [id])).toSorted();
}

const ORPHAN_SECONDS = limits.orphanDays * 24 * 60 * 60;

describe('disk without a row', () => {
  it('is marked on every page at once, and deleted a week later', async () => {
    const scene = await LifecycleScene.paused();
    const kept = disksOf(scene);
    const row = await scene.read();
    for (const owner of [unknownSandbox, unknownSandbox, namesake(row)]) {
      scene.world.disks.plantVolume(owner);
      scene.world.disks.plantSnapshot(owner);
    }

    await scene.sweep();
    scene.world.clock.advance(ORPHAN_SECONDS - 1);
    await scene.sweep();
    expect(disksOf(scene)).toHaveLength(kept.length + 6);
    expect(marked(scene)).toHaveLength(6);
    scene.world.clock.advance(1);
    await scene.sweep();

    expect(disksOf(scene)).toEqual(kept);
  });

  it('is unmarked when its row reappears, and is kept for a week when the row is lost again', async () => {
    const scene = await LifecycleScene.paused();
    const all = disksOf(scene);
    const row = await scene.read();
    const { rows } = scene.world.sandboxes;
    const [[key, stored] = ['', row]] = [...rows];
    rows.delete(key);
    await scene.sweep();
    expect(marked(scene)).toEqual(all);

    rows.set(key, stored);
    await scene.sweep();
    expect(marked(scene)).toEqual([]);
    rows.delete(key);
    scene.world.clock.advance(ORPHAN_SECONDS);
    await scene.sweep();

    expect(disksOf(scene)).toEqual(all);
    expect(marked(scene)).toEqual(all);
  });

  it('is never deleted while an operator keeps it', async () => {
    const scene = new LifecycleScene();
    const { id } = scene.world.disks.plantSnapshot(unknownSandbox);
    scene.world.disks.keep(id);

    await scene.sweep();
    scene.world.clock.advance(2 * ORPHAN_SECONDS);
    await scene.sweep();

    expect(disksOf(scene)).toEqual([id]);
  });

  it('is deleted later when EC2 does not take the mark', async () => {
    const scene = new LifecycleScene();
    scene.world.disks.plantSnapshot(unknownSandbox);
    const { disks } = scene.world.sweepDeps();
    const untaggable: typeof disks = Object.assign(Object.create(disks), {
      noteOrphans: () => Promise.reject(new Error('Request limit exceeded')),
    });

    await scene.sweep({ disks: untaggable });
    scene.world.clock.advance(ORPHAN_SECONDS);
    await scene.sweep({ disks: untaggable });

    expect(disksOf(scene)).toHaveLength(1);
  });

  it('is deleted immediately if it belongs to an earlier generation', async () => {
    const scene = await LifecycleScene.paused();
    const kept = disksOf(scene);
    const row = await scene.read();
    scene.world.disks.plantVolume(older({ ...row, generation: 2 }));
    scene.world.disks.plantSnapshot(older({ ...row, generation: 2 }));
    scene.world.clock.advance(60);
    await scene.change({ saved_at: scene.world.clock.now().toISOString() });

    await scene.sweep();

    expect(disksOf(scene)).toEqual(kept);
  });

  it('is kept when most disks have no row, because then the rows are missing', async () => {
    const scene = await LifecycleScene.paused();
    for (let planted = 0; planted < 21; planted += 1) scene.world.disks.plantSnapshot(unknownSandbox);

    await scene.minutesWithoutEvents(2);

    expect(disksOf(scene).length).toBeGreaterThan(20);
  });

  it('is kept and reported when its tags do not name a sandbox', async () => {
    const scene = new LifecycleScene();
    scene.world.disks.plantVolume(undefined);
    scene.world.disks.plantSnapshot({ startedBy: 'a backup', mark: 'x' });
    const warn = vi.spyOn(console, 'warn').mockReturnValue();

    await scene.minutesWithoutEvents(2);

    expect(warn).toHaveBeenCalledTimes(2);
    expect(warn).toHaveBeenCalledWith(expect.objectContaining({ count: 2, ids: disksOf(scene).toReversed() }));
    warn.mockRestore();
    expect(disksOf(scene)).toHaveLength(2);
  });

  it('is kept while a task has it attached', async () => {
    const scene = new LifecycleScene();
    scene.world.disks.attach(unknownSandbox, null);

    await scene.sweep();

    expect(disksOf(scene)).toHaveLength(1);
  });

  it('is deleted in the next sweep when this one could not delete it', async () => {
    const scene = new LifecycleScene();
    scene.world.disks.plantVolume(unknownSandbox);
    await scene.sweep();
    scene.world.clock.advance(ORPHAN_SECONDS);
    scene.world.disks.failNextDelete('unavailable');

    await scene.sweep();
    expect(disksOf(scene)).toHaveLength(1);
    await scene.sweep();

    expect(disksOf(scene)).toEqual([]);
  });

  it('is kept if it can be the disk of a start in progress', async () => {
    const scene = await LifecycleScene.with();
    await scene.look();
    await scene.silence(5);
    const [volume] = scene.world.disks.all().volumes;
    scene.world.disks.detach(volume?.id ?? '');
    expect(await scene.read()).toMatchObject({ phase: 'PROVISIONING', volume_id: null });

    await scene.sweep();

    expect(disksOf(scene)).toEqual([volume?.id]);
  });

  it('is kept if it can be a snapshot whose id is not recorded yet', async () => {
    const scene = await LifecycleScene.running();
    await scene.change({
      phase: 'SAVING',
      task_ended_at: scene.world.clock.now().toISOString(),
      retry_at: '2026-11-22T00:00:00.000Z',
    });
    const row = await scene.read();
    const outcome = await scene.world.disks.save(row.volume_id ?? '', diskOwner(row));
    const id = outcome.kind === 'accepted' ? outcome.snapshot.id : 'none';

    await scene.sweep();

    expect(disksOf(scene)).toContain(id);
  });

  it('is judged by the current record, not by the index', async () => {
    const scene = await LifecycleScene.paused();
    const kept = disksOf(scene);
    const { sandboxes } = scene.world.sweepDeps();
    const stale: typeof sandboxes = Object.assign(Object.create(sandboxes), {
      async *stored() {
        yield [];
      },
    });

    await scene.sweep({ sandboxes: stale });

    expect(disksOf(scene)).toEqual(kept);
  });
});

describe('row whose disk is missing', () => {
  it('goes to ERROR with workspace_lost within two sweeps', async () => {
    const scene = await LifecycleScene.paused();
    scene.world.clock.advance(120);
    scene.world.disks.vanish((await scene.read()).snapshot_id ?? '');

    await scene.minutesWithoutEvents(2);

    expect(await scene.read()).toMatchObject({ phase: 'ERROR', status_reason: { code: 'workspace_lost' } });
  });

  it('stays PAUSED when its snapshot is newer than the list', async () => {
    const scene = await LifecycleScene.paused();
    scene.world.clock.advance(120);
    const { disks } = scene.world.sweepDeps();
    const blind: typeof disks = Object.assign(Object.create(disks), {
      async *snapshots() {
        yield [];
      },
    });

    await scene.sweep({ disks: blind });

    expect(await scene.read()).toMatchObject({ phase: 'PAUSED' });
  });

  it('recovers when its snapshot is back', async () => {
    const scene = await LifecycleScene.paused();
    const id = (await scene.read()).snapshot_id ?? '';
    scene.world.clock.advance(120);
    const bin = scene.world.disks.vanish(id);
    await scene.minutesWithoutEvents(2);
    expect(await scene.read()).toMatchObject({ phase: 'ERROR' });

    scene.world.disks.restore(bin);
    await scene.minutesWithoutEvents(1);

    expect(await scene.read()).toMatchObject({ phase: 'PAUSED', snapshot_id: id });
  });

  it('is read again, unlike rows whose disks are present', async () => {
    const scene = await LifecycleScene.paused();
    await scene.change({ phase: 'ERROR', status_reason: taskLost });
    const { sandboxes, disks } = scene.world.sweepDeps();
    const read: string[] = [];
    const counting: typeof sandboxes = Object.assign(Object.create(sandboxes), {
      find: (ownerId: string, id: string) => {
        read.push(id);
        return sandboxes.find(ownerId, id);
      },
    });

    await scene.sweep({ sandboxes: counting });
    expect(read).toEqual([]);

    const { snapshot_id: id } = await scene.read();
    await disks.deleteSnapshot(id ?? '');
    await scene.sweep({ sandboxes: counting });
    expect(new Set(read)).toEqual(new Set([scene.sandboxId]));
  });

  it('saves again when the snapshot in progress vanished', async () => {
    const scene = await LifecycleScene.running();
    scene.world.disks.snapshotSeconds = 400;
    await scene.want('pause');
    await scene.settle(20);
    scene.world.disks.vanish((await scene.read()).saving_snapshot_id ?? '');

    await scene.minutesWithoutEvents(10);

    expect(await scene.read()).toMatchObject({ phase: 'PAUSED' });
    expect(await scene.content()).toEqual(['first']);
  });

  it('goes to ERROR with workspace_outdated without its volume, and a resume starts from the earlier snapshot', async () => {
    const scene = await LifecycleScene.paused();
    await scene.want('resume');
    await scene.settle();
    await scene.write('second');
    const { volume_id: volumeId } = await scene.read();
    scene.world.ecs.kill((await scene.task()).arn);
    scene.world.disks.vanish(volumeId ?? '');
    scene.world.loseEvents();

    await scene.minutesWithoutEvents(4);
    expect(await scene.read()).toMatchObject({
      phase: 'ERROR',
      desired: 'PAUSED',
      status_reason: { code: 'workspace_outdated', retryable: true },
    });
    await scene.want('resume');
    await scene.minutesWithoutEvents(3);

    expect(await scene.read()).toMatchObject({ phase: 'RUNNING' });
    expect(await scene.content()).toEqual(['first']);
  });
});

describe('discards of a sandbox', () => {
  it('are deleted when EC2 allows it, even if one of them fails', async () => {
    const scene = await LifecycleScene.paused();
    const volumes = [unknownSandbox, unknownSandbox, unknownSandbox].map(
      (owner) => scene.world.disks.plantVolume(owner).id,
    );
    await scene.change({ discards: volumes.map((id) => ({ kind: 'volume', id })) });
    scene.world.disks.failNextDelete('unavailable');
    scene.world.disks.failNextDelete('busy');

    await scene.look();
    expect((await scene.read()).discards.map(({ id }) => id)).toEqual(volumes.slice(0, 2));
    await scene.sweep();

    expect((await scene.read()).discards).toEqual([]);
  });
});

const row = { ...inPhase('RUNNING'), saved_at: noon };
const earlier = '2026-11-20T00:00:00.000Z';
const generation = (number: number, of: Sandbox = row) => ({
  startedBy: startedBy({ ...of, generation: number }),
  mark: markOf(of),
});
const aVolume = (overrides: Partial<Volume> = {}): Volume => ({
  id: 'vol-9',
  state: 'available',
  owner: diskOwner(row),
  orphanSince: null,
  isKept: false,
  createdAt: noon,
  ...overrides,
});
const snapshot = aSnapshot({ id: 'snap-9', volumeId: 'vol-9', owner: diskOwner(row), startedAt: earlier });

describe('disk', () => {
  it.each<[string, Sandbox | undefined]>([
    ['has no row', undefined],
    ['is another sandbox with the same id', { ...row, created_at: '2027-01-01T00:00:00.000Z' }],
  ])('is unproven when its sandbox %s', (_, owner) => {
    expect(standingOfVolume(aVolume(), owner)).toBe('unproven');
    expect(standingOfSnapshot(snapshot, owner)).toBe('unproven');
  });

  it('is an orphan when only the receipt of its sandbox is left', () => {
    const receipt = { ...row, phase: 'DELETED' } as const;

    expect(standingOfVolume(aVolume(), receipt)).toBe('orphan');
    expect(standingOfSnapshot(snapshot, receipt)).toBe('orphan');
  });

  it('is needed when the record of its sandbox names it', () => {
    const names = ['snapshot_id', 'previous_snapshot_id', 'saving_snapshot_id'] as const;
    const discards = [{ kind: 'volume', id: 'vol-9' } as const, { kind: 'snapshot', id: 'snap-9' } as const];
    const atRest = { ...row, phase: 'PAUSED' } as const;

    expect(standingOfVolume(aVolume(), { ...row, volume_id: 'vol-9' })).toBe('needed');
    expect(standingOfVolume(aVolume(), { ...row, discards })).toBe('needed');
    for (const name of names) expect(standingOfSnapshot(snapshot, { ...atRest, [name]: 'snap-9' })).toBe('needed');
    expect(standingOfSnapshot(snapshot, { ...atRest, discards })).toBe('needed');
    expect(standingOfSnapshot(snapshot, atRest)).toBe('orphan');
  });
});

describe('volume without a record', () => {
  it('is an orphan when it is of an earlier generation, whose workspace was saved', () => {
    expect(standingOfVolume(aVolume({ owner: generation(1) }), { ...row, volume_id: null })).toBe('orphan');
  });

  it('is newer if it belongs to a later generation, because its row is from a backup', () => {
    for (const phase of Phase.options.filter((each) => each !== 'DELETED'))
      expect(standingOfVolume(aVolume({ owner: generation(3) }), { ...row, phase, volume_id: null })).toBe('newer');
  });

  it.each(Phase.options.filter((phase) => phase !== 'DELETED'))(
    'is needed while it may be the disk of this start, in %s',
    (phase) => {
      const mayBe = ['PENDING', 'PROVISIONING', 'BOOTING', 'RUNNING', 'STOPPING', 'DELETING'].includes(phase);

      const standing = standingOfVolume(aVolume(), { ...row, phase, volume_id: null });

      expect(standing).toBe(mayBe ? 'needed' : 'orphan');
    },
  );

  it('is an orphan when this generation has another volume', () => {
    expect(standingOfVolume(aVolume(), { ...row, volume_id: 'vol-1' })).toBe('orphan');
  });

  it('is left to a deletion that has not collected its disks, and is an orphan after that', () => {
    const receipt = { requested_at: noon, collected: false, completed_at: null, items: [] };
    const deleting = { ...row, phase: 'DELETING', volume_id: 'vol-1', receipt } as const;

    expect(standingOfVolume(aVolume(), deleting)).toBe('needed');
    expect(standingOfVolume(aVolume(), { ...deleting, receipt: { ...receipt, collected: true } })).toBe('orphan');
  });
});

describe('snapshot without a record', () => {
  const saving = { ...row, phase: 'SAVING', volume_id: 'vol-9', saving_snapshot_id: null } as const;

  it('is needed while its volume is being saved, as its id can be unrecorded', () => {
    expect(standingOfSnapshot(snapshot, saving)).toBe('needed');
    expect(standingOfSnapshot({ ...snapshot, volumeId: 'vol-1' }, saving)).toBe('orphan');
    expect(standingOfSnapshot(snapshot, { ...saving, saving_snapshot_id: 'snap-3' })).toBe('needed');
    expect(standingOfSnapshot({ ...snapshot, state: 'error' }, saving)).toBe('orphan');
    expect(standingOfSnapshot(snapshot, { ...saving, phase: 'ERROR' })).toBe('orphan');
  });

  it.each(Phase.options.filter((phase) => phase !== 'DELETED'))(
    'is newer when it is of a later generation than its row, in %s, because then the row is from a backup',
    (phase) => {
      const later = { ...snapshot, owner: generation(row.generation + 1) };

      expect(standingOfSnapshot(later, { ...row, phase })).toBe('newer');
    },
  );

  it('is newer if its row has not ended its generation, because the row is from a backup', () => {
    const standingIn = (phase: Phase) => standingOfSnapshot(snapshot, { ...row, phase, volume_id: 'vol-9' });

    expect(
      ['PENDING', 'PROVISIONING', 'BOOTING', 'RUNNING', 'STOPPING'].map((phase) => standingIn(phase as Phase)),
    ).toEqual(Array.from({ length: 5 }, () => 'newer'));
    expect(standingIn('DELETING')).toBe('orphan');
    expect(standingOfSnapshot({ ...snapshot, owner: generation(row.generation - 1) }, row)).toBe('orphan');
  });

  it('is unproven when it is newer than what the row saved last, because then the row may be from a backup', () => {
    const atRest = { ...row, phase: 'ERROR' } as const;
    const newer = { ...snapshot, startedAt: '2026-11-22T00:00:00.000Z' };

    expect(standingOfSnapshot(newer, atRest)).toBe('unproven');
    expect(standingOfSnapshot(snapshot, { ...atRest, saved_at: null })).toBe('unproven');
    expect(standingOfSnapshot({ ...newer, state: 'error' }, atRest)).toBe('orphan');
    expect(standingOfSnapshot(newer, { ...row, phase: 'DELETING' })).toBe('orphan');
  });
});

import { describe, expect, it } from 'vitest';
import { requireWorkspace } from '../../../../../shared/domain/sandboxes/intent/intents.ts';
import { apiStatus } from '../../../../../shared/domain/sandboxes/record/status.ts';
import { LifecycleScene } from '../../../../support/sandboxes/lifecycle-scene.ts';

const DAY = 86_400;

async function stopped(): Promise<LifecycleScene> {
  const scene = await LifecycleScene.running();
  await scene.want('pause');
  await scene.look();
  await scene.world.processes.finish();
  await scene.silence(5);
  return scene;
}

describe('saving a workspace', () => {
  it('is retried when a snapshot failed, and leaves no reason behind', async () => {
    const scene = await stopped();
    scene.world.disks.failNextSave('snapshot-fails');

    await scene.minutes(2);

    expect(await scene.read()).toMatchObject({ phase: 'PAUSED', status_reason: null, save_attempts: 0, discards: [] });
    expect(await scene.content()).toEqual(['first']);
    expect(scene.world.disks.all()).toMatchObject({ volumes: [], snapshots: [{ state: 'completed' }] });
  });

  it('ends in ERROR when every snapshot failed, with the disk kept; a resume saves it first', async () => {
    const scene = await stopped();
    scene.world.disks.alwaysFails = 'snapshot-fails';
    await scene.minutes(3);
    expect(await scene.read()).toMatchObject({
      phase: 'ERROR',
      volume_id: 'vol-1',
      status_reason: { code: 'snapshot_failed', retryable: true },
      expires_at: expect.any(String),
    });
    expect(scene.world.disks.all()).toMatchObject({ volumes: [{ id: 'vol-1' }], snapshots: [] });

    scene.world.disks.alwaysFails = null;
    await scene.want('resume');
    await scene.minutes(2);

    expect(await scene.read()).toMatchObject({ phase: 'RUNNING', generation: 2 });
    expect(await scene.content()).toEqual(['first']);
    expect(scene.world.disks.deletedUnsaved).toEqual([]);
  });

  it.each(['throttled', 'unavailable', 'lost-answer'] as const)('succeeds although EC2 is %s', async (fault) => {
    const scene = await stopped();
    for (let times = 0; times < 4; times += 1) scene.world.disks.failNextSave(fault);

    await scene.minutes(4);

    expect(await scene.read()).toMatchObject({ phase: 'PAUSED', status_reason: null });
    expect(await scene.content()).toEqual(['first']);
    expect(scene.world.disks.all().snapshots).toHaveLength(1);
  });

  it('begins again when the snapshot vanishes in progress', async () => {
    const scene = await stopped();
    scene.world.disks.snapshotSeconds = 300;
    await scene.minutes(1);
    const { saving_snapshot_id: first } = await scene.read();

    scene.world.disks.vanish(first ?? '');
    await scene.minutes(8);

    expect(await scene.read()).toMatchObject({ phase: 'PAUSED', discards: [] });
    expect((await scene.read()).snapshot_id).not.toBe(first);
    expect(await scene.content()).toEqual(['first']);
  });

  it('never discards a failed snapshot that reappeared', async () => {
    const scene = await stopped();
    scene.world.disks.snapshotSeconds = 300;
    await scene.minutes(1);
    const { saving_snapshot_id: id } = await scene.read();
    if (id === null) throw new Error('nothing is under way');

    scene.world.clock.advance(120);
    await scene.look({ snapshot: { id, found: 'absent' } });
    expect((await scene.read()).discards).toEqual([{ kind: 'snapshot', id }]);
    await scene.minutes(8);

    expect(await scene.read()).toMatchObject({ phase: 'PAUSED', snapshot_id: id, discards: [] });
    expect(await scene.content()).toEqual(['first']);
  });
});

describe('deleted snapshot', () => {
  it('is detected by the sweep, and the sandbox goes to ERROR with workspace_lost', async () => {
    const scene = await LifecycleScene.paused();
    scene.world.clock.advance(120);
    scene.world.disks.vanish((await scene.read()).snapshot_id ?? '');

    await scene.sweep();

    const row = await scene.read();
    expect(row).toMatchObject({ phase: 'ERROR', status_reason: { code: 'workspace_lost', retryable: false } });
    expect(apiStatus(row)).toBe('ERROR');
    expect(() => requireWorkspace(row)).toThrow('cannot start again');
  });

  it('makes a resume fail without a task on an empty disk', async () => {
    const scene = await LifecycleScene.paused();
    scene.world.clock.advance(120);
    scene.world.disks.vanish((await scene.read()).snapshot_id ?? '');
    const { run } = scene.world.ecs.calls;

    await scene.want('resume');
    await scene.settle();

    expect(await scene.read()).toMatchObject({ phase: 'ERROR', desired: 'PAUSED', generation: 2 });
    expect(scene.world.ecs.calls.run).toBe(run);
  });

  it('is not assumed from one wrong answer of EC2', async () => {
    const scene = await LifecycleScene.paused();
    scene.world.clock.advance(120);
    const { snapshot_id: id } = await scene.read();
    if (id === null) throw new Error('nothing was saved');

    await scene.look({ snapshot: { id, found: 'absent' } });
    expect(await scene.read()).toMatchObject({ phase: 'ERROR', snapshot_id: id });
    await scene.sweep();

    expect(await scene.read()).toMatchObject({ phase: 'PAUSED', snapshot_id: id, status_reason: null });
    await scene.want('resume');
    await scene.settle();
    expect(await scene.content()).toEqual(['first']);
  });

  it('leaves the previous snapshot, which an operator can restore by hand', async () => {
    const scene = await LifecycleScene.paused();
    await scene.want('resume');
    await scene.settle();
    await scene.write('second');
    await scene.want('pause');
    await scene.settle(120);
    const { snapshot_id: last, previous_snapshot_id: before } = await scene.read();
    scene.world.clock.advance(120);
    scene.world.disks.vanish(last ?? '');
    await scene.sweep();
    expect(await scene.read()).toMatchObject({ phase: 'ERROR', previous_snapshot_id: before });

    await scene.change({ phase: 'PAUSED', snapshot_id: before, previous_snapshot_id: null, status_reason: null });
    await scene.minutes(1);
    await scene.want('resume');
    await scene.minutes(2);

    expect(await scene.read()).toMatchObject({ phase: 'RUNNING' });
    expect(await scene.content()).toEqual(['first']);
  });
});

describe('unused workspace', () => {
  it('is deleted when its retention is over, not before, and is MISSING then', async () => {
    const scene = await LifecycleScene.paused();
    scene.world.clock.set((await scene.read()).expires_at ?? '');
    scene.world.clock.advance(-DAY);
    await scene.sweep();
    expect(await scene.read()).toMatchObject({ phase: 'PAUSED' });

    scene.world.clock.advance(DAY);
    await scene.minutes(1);

    const row = await scene.read();
    expect(row).toMatchObject({ phase: 'EXPIRED', discards: [], expires_at: null, snapshot_id: null });
    expect(row.status_reason).toMatchObject({ code: 'workspace_expired', retryable: false });
    expect(apiStatus(row)).toBe('MISSING');
    expect(() => requireWorkspace(row)).toThrow('cannot start again');
    expect(scene.world.disks.all()).toEqual({ volumes: [], snapshots: [] });
  });

  it('is kept by a resume at the last moment', async () => {
    const scene = await LifecycleScene.paused();
    scene.world.clock.set((await scene.read()).expires_at ?? '');

    await scene.want('resume');
    await scene.minutes(2);

    expect(await scene.read()).toMatchObject({ phase: 'RUNNING', expires_at: null });
    expect(await scene.content()).toEqual(['first']);
  });
});

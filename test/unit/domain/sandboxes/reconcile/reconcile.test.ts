import { describe, expect, it } from 'vitest';
import { lastStepBy, reconcile } from '../../../../../shared/domain/sandboxes/reconcile/reconcile.ts';
import { startedBy } from '../../../../../shared/domain/sandboxes/record/identity.ts';
import { LifecycleScene } from '../../../../support/sandboxes/lifecycle-scene.ts';
import { END_OF_TIME } from '../../../../support/sandboxes/world/sandbox-world.ts';

describe('start', () => {
  it('calls ECS once, with the recorded parameters', async () => {
    const scene = await LifecycleScene.with();

    await scene.look();

    const [live] = scene.world.ecs.live();
    const row = await scene.read();
    expect(live?.startedBy).toBe(startedBy(row));
    expect(row).toMatchObject({
      phase: 'PROVISIONING',
      task_arn: live?.task.arn,
      key_id: 'k1',
      launch: { task_definition: 'agents-reference', volume: { size_gib: 20, snapshot_id: null } },
    });
    expect(scene.world.ecs.requests.map(({ launch }) => launch)).toEqual([row.launch]);
  });

  it('becomes RUNNING when its agent has its keys', async () => {
    const scene = await LifecycleScene.running();

    const row = await scene.read();
    expect(row).toMatchObject({ phase: 'RUNNING', status_reason: null, boot_lease_until: null, volume_id: 'vol-1' });
    expect(row.exposed_urls).toEqual([{ name: 'AGENT_SERVER', port: 8000, url: row.task_arn }]);
    expect(scene.world.agents.sessionKeyOf(row.task_arn ?? '')).toBe(await scene.world.keys.sessionKey(row));
    expect(row.transitions.map(({ phase }) => phase)).toEqual(['PENDING', 'PROVISIONING', 'BOOTING', 'RUNNING']);
  });

  it('after a pause uses the saved workspace, on a disk of the same kind', async () => {
    const scene = await LifecycleScene.paused();
    const { snapshot_id: snapshotId } = await scene.read();

    await scene.want('resume');
    await scene.settle();

    expect(scene.world.ecs.requests.at(-1)?.launch.volume).toMatchObject({
      snapshot_id: snapshotId,
      filesystem_type: 'ext4',
      size_gib: 20,
    });
    expect(await scene.content()).toEqual(['first']);
  });

  it('keeps the size and the file system of its workspace when its spec has changed', async () => {
    const scene = await LifecycleScene.with({ workspace_gigabytes: 77, filesystem_type: 'xfs' });

    await scene.look();

    expect((await scene.read()).launch?.volume).toMatchObject({ size_gib: 77, filesystem_type: 'xfs' });
  });
});

describe('stray task', () => {
  it('is stopped when its sandbox has no row', async () => {
    const { world } = new LifecycleScene();
    const task = world.ecs.plant('ann/0193000000000000000000000000aaaa/1');
    const look = () =>
      reconcile('ann', '0193000000000000000000000000aaaa', { task }, world.reconcileDeps(), END_OF_TIME);

    expect((await look()).steps).toBe(1);
    expect(world.ecs.live()).toEqual([]);
    expect(await reconcile('ann', 'x', {}, world.reconcileDeps(), END_OF_TIME)).toEqual({ steps: 0, again: undefined });
  });

  it('is left alone when it has no row and is stopping', async () => {
    const { world } = new LifecycleScene();
    const task = { ...world.ecs.plant('ann/0193000000000000000000000000aaaa/1'), desiredStatus: 'STOPPED' };

    await reconcile('ann', '0193000000000000000000000000aaaa', { task }, world.reconcileDeps(), END_OF_TIME);

    expect(world.ecs.calls.stop).toBe(0);
  });

  it('of an earlier generation is stopped, and the record stays unchanged', async () => {
    const scene = await LifecycleScene.with({ generation: 2, phase: 'PROVISIONING', task_arn: 'arn:now' });
    const before = await scene.read();
    const task = scene.world.ecs.plant(startedBy({ ...before, generation: 1 }));

    await scene.look({ task });

    expect(scene.world.ecs.live()).toEqual([]);
    expect(await scene.read()).toEqual(before);
  });
});

describe('reconciler pass', () => {
  it('does nothing when observation and desired state agree', async () => {
    const scene = await LifecycleScene.running();
    const before = await scene.read();

    expect(await scene.look()).toEqual({ steps: 0, again: undefined });
    expect(await scene.read()).toEqual(before);
  });

  it('decides again when another writer changed the row', async () => {
    const scene = await LifecycleScene.with();
    const reserve = async (now: Date) => {
      if ((await scene.read()).desired === 'RUNNING') await scene.want('pause');
      return now;
    };

    await scene.look({}, { pace: { reserve, reserveIdle: async () => true } });

    expect(await scene.read()).toMatchObject({ phase: 'PAUSED', desired: 'PAUSED', launch: null });
    expect(scene.world.ecs.calls.run).toBe(0);
  });

  it('begins no step that it has no time for, and schedules another pass at once', async () => {
    const scene = await LifecycleScene.with();
    const { clock } = scene.world;
    const begun = clock.now().getTime();
    const reserve = async (now: Date) => {
      clock.advance(46);
      return now;
    };

    const { steps, again } = await scene.look(
      {},
      { pace: { reserve, reserveIdle: async () => true } },
      lastStepBy(new Date(begun), 60_000),
    );

    expect(steps).toBe(1);
    expect(again).toEqual(clock.now());
    expect(await scene.read()).toMatchObject({ phase: 'PENDING', task_arn: null });
    await scene.look();
    expect((await scene.read()).phase).toBe('PROVISIONING');
    expect(scene.world.ecs.live()).toHaveLength(1);
  });

  it('ends when record and observation never agree', async () => {
    const scene = await LifecycleScene.with();

    const { steps } = await scene.look({}, { nextStep: () => ({ kind: 'observe' }) });

    expect(steps).toBe(24);
  });
});

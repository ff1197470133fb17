import { describe, expect, it } from 'vitest';
import type { Sandbox } from '../../../../../shared/domain/sandboxes/record/sandbox.ts';
import type { Observation } from '../../../../../shared/domain/sandboxes/record/step.ts';
import type { Task } from '../../../../../shared/domain/sandboxes/record/task.ts';
import { LifecycleScene } from '../../../../support/sandboxes/lifecycle-scene.ts';

type Story = (scene: LifecycleScene) => Promise<void>;

const phases: Partial<Record<Sandbox['phase'], Story>> = {
  PROVISIONING: async (scene) => {
    await scene.want('resume');
    await scene.settle(5);
  },
  RUNNING: async (scene) => {
    await scene.want('resume');
    await scene.settle();
  },
  STOPPING: async (scene) => {
    await phases.RUNNING?.(scene);
    await scene.want('pause');
    await scene.look();
    await scene.world.processes.finish();
  },
  SAVING: async (scene) => {
    await phases.RUNNING?.(scene);
    scene.world.disks.snapshotSeconds = 999;
    await scene.want('pause');
    await scene.settle(15);
  },
  PAUSED: async () => undefined,
  DELETING: async (scene) => {
    await phases.RUNNING?.(scene);
    await scene.want('delete');
    await scene.look();
    await scene.world.processes.finish();
  },
  DELETED: async (scene) => {
    await scene.want('delete');
    await scene.settle();
  },
};

async function secondLife(): Promise<{ scene: LifecycleScene; old: Task }> {
  const scene = await LifecycleScene.running();
  const { arn } = await scene.task();
  await scene.want('pause');
  await scene.settle();
  const old = scene.world.ecs.taskOf(arn);
  if (!old) throw new Error('ECS has forgotten it');
  return { scene, old };
}

async function expectNoChange(scene: LifecycleScene, seen: Observation): Promise<void> {
  const before = await scene.read();
  const { stop, run } = scene.world.ecs.calls;

  expect((await scene.look(seen)).steps).toBe(0);

  expect(await scene.read()).toEqual(before);
  expect(scene.world.ecs.calls).toEqual({ stop, run });
}

describe.each(Object.entries(phases).filter(([phase]) => phase !== 'PAUSED'))('late events in %s', (phase, story) => {
  it('of a task of the previous generation change nothing', async () => {
    const { scene, old } = await secondLife();
    await story(scene);
    expect(await scene.read()).toMatchObject({ phase });
    const isSecond = (await scene.read()).generation === 2;

    await expectNoChange(scene, { task: old });
    if (isSecond) await expectNoChange(scene, { task: { ...old, version: 999 } });
  });
});

describe('end of a task', () => {
  it('is recorded once when its event arrives ten times', async () => {
    const { scene } = await secondLife();
    await phases.RUNNING?.(scene);
    const { arn } = await scene.task();
    await scene.want('pause');
    await scene.look();
    await scene.world.processes.finish();
    await scene.silence(5);
    const stopped = scene.world.ecs.taskOf(arn);
    if (!stopped) throw new Error('ECS has forgotten it');

    await scene.look({ task: stopped });
    for (let again = 0; again < 9; again += 1) await expectNoChange(scene, { task: stopped });

    expect(await scene.read()).toMatchObject({ phase: 'SAVING' });
    expect(scene.world.disks.calls.save).toBe(2);
  });

  it('is not undone by an earlier event of the same task', async () => {
    const { scene, old } = await secondLife();
    const earlier = { ...old, lastStatus: 'RUNNING', desiredStatus: 'RUNNING', version: old.version - 1 };

    await expectNoChange(scene, { task: earlier });
    await expectNoChange(scene, { task: { ...earlier, desiredStatus: 'STOPPED', lastStatus: 'DEACTIVATING' } });
  });
});

describe('end of a snapshot', () => {
  it('is recorded once when its event arrives ten times', async () => {
    const { scene } = await secondLife();
    const { snapshot_id: id } = await scene.read();
    const found = await scene.world.disks.snapshot(id ?? '');

    for (let again = 0; again < 10; again += 1) await expectNoChange(scene, { snapshot: { id: id ?? '', found } });
  });

  it('of the previous generation changes nothing', async () => {
    const { scene } = await secondLife();
    const { snapshot_id: id } = await scene.read();
    const found = await scene.world.disks.snapshot(id ?? '');
    await phases.SAVING?.(scene);

    await expectNoChange(scene, { snapshot: { id: id ?? '', found } });
  });
});

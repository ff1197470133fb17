import { describe, expect, it } from 'vitest';
import { limits } from '../../../../../shared/domain/sandboxes/record/limits.ts';
import { LifecycleScene } from '../../../../support/sandboxes/lifecycle-scene.ts';

const outOfMemory = {
  stopCode: 'EssentialContainerExited',
  stoppedReason: 'OutOfMemoryError: Container killed due to memory usage',
  exitCode: 137,
};
const badImage = { stopCode: 'TaskFailedToStart', stoppedReason: 'CannotPullContainerError: manifest not found' };

async function die(scene: LifecycleScene, why = outOfMemory): Promise<void> {
  scene.world.ecs.kill((await scene.task()).arn, why);
  await scene.minutes(2);
}

describe('sandbox whose task ends unexpectedly', () => {
  it('is saved and starts again from its workspace, with a new key', async () => {
    const scene = await LifecycleScene.running();
    const before = await scene.read();

    await die(scene);

    const now = await scene.read();
    expect(now).toMatchObject({
      phase: 'RUNNING',
      generation: 2,
      restarts: 1,
      desired: 'RUNNING',
      status_reason: null,
    });
    expect(await scene.content()).toEqual(['first']);
    expect(await scene.world.keys.sessionKey(now)).not.toBe(await scene.world.keys.sessionKey(before));
    expect(await scene.world.keys.secretKey(now)).toBe(await scene.world.keys.secretKey(before));
    expect(scene.world.disks.all().volumes).toMatchObject([{ id: now.volume_id }]);
  });

  it('shows why it starts again while it does', async () => {
    const scene = await LifecycleScene.running();

    await die(scene);

    const { transitions } = await scene.read();
    expect(transitions.slice(-6).map(({ phase, reason }) => [phase, reason])).toEqual([
      ['SAVING', 'out_of_memory'],
      ['PAUSED', 'out_of_memory'],
      ['PENDING', 'out_of_memory'],
      ['PROVISIONING', 'out_of_memory'],
      ['BOOTING', 'out_of_memory'],
      ['RUNNING', null],
    ]);
  });

  it('goes to ERROR after some consecutive restarts, with the reason, and keeps its workspace', async () => {
    const scene = await LifecycleScene.running();
    for (let end = 1; end <= limits.restarts; end += 1) {
      await die(scene);
      expect(await scene.read()).toMatchObject({ phase: 'RUNNING', restarts: end });
      await scene.write(`after ${end}`);
    }

    await die(scene);

    expect(await scene.read()).toMatchObject({
      phase: 'ERROR',
      desired: 'PAUSED',
      status_reason: { code: 'out_of_memory', retryable: true },
      expires_at: expect.any(String),
    });
    expect(await scene.content()).toEqual(['first', 'after 1', 'after 2', 'after 3']);
    expect(scene.world.ecs.live()).toEqual([]);
    await scene.want('resume');
    await scene.minutes(2);
    expect(await scene.read()).toMatchObject({ phase: 'RUNNING', restarts: 0 });
  });

  it('waits longer before each restart', async () => {
    const scene = await LifecycleScene.running();
    const waits: number[] = [];
    for (const restarts of [0, 1, 2]) {
      await scene.change({ phase: 'PAUSED', restarts: restarts + 1, volume_id: null, snapshot_id: null });
      await scene.look({}, { random: () => 0.5 });
      const { retry_at: retryAt } = await scene.read();
      waits.push((Date.parse(retryAt ?? '') - scene.world.clock.now().getTime()) / 1000);
    }

    expect(waits).toEqual([3.75, 7.5, 15]);
  });

  it('counts restarts from zero after it ran for a while', async () => {
    const scene = await LifecycleScene.running({ restarts: limits.restarts });
    await scene.minutes(Math.ceil(limits.stable / 60));

    await die(scene);

    expect(await scene.read()).toMatchObject({ phase: 'RUNNING', restarts: 1 });
  });

  it('keeps its deadline and its last use over a restart', async () => {
    const scene = await LifecycleScene.running({ lifetime_minutes: 60 });
    const { deadline_at: deadline, last_activity_at: used } = await scene.read();

    await die(scene);
    expect(await scene.read()).toMatchObject({ generation: 2, deadline_at: deadline, last_activity_at: used });
    scene.world.clock.set(deadline);
    await scene.minutes(2);

    expect(await scene.read()).toMatchObject({ phase: 'PAUSED', pause_reason: 'timeout' });
  });

  it('does not start again when a caller paused it meanwhile', async () => {
    const scene = await LifecycleScene.running();
    scene.world.ecs.kill((await scene.task()).arn, outOfMemory);
    await scene.settle(5);

    await scene.want('pause');
    await scene.minutes(2);

    expect(await scene.read()).toMatchObject({ phase: 'PAUSED', pause_reason: 'api', status_reason: null });
    expect(await scene.content()).toEqual(['first']);
  });

  it('does not start again when it would fail the same way', async () => {
    const scene = await LifecycleScene.with();
    await scene.look();

    await die(scene, { ...badImage, exitCode: 1 });

    expect(await scene.read()).toMatchObject({
      phase: 'ERROR',
      generation: 1,
      status_reason: { code: 'image_not_found', retryable: false },
      volume_id: null,
    });
    expect(scene.world.disks.all().volumes).toEqual([]);
  });
});

describe('notice that the task will end', () => {
  it('begins the stop before the end, without a StopTask', async () => {
    const scene = await LifecycleScene.running();
    const task = { ...(await scene.task()), desiredStatus: 'STOPPED', stopCode: 'SpotInterruption', version: 9 };

    await scene.look({ task });

    expect(await scene.read()).toMatchObject({
      phase: 'STOPPING',
      wanted_generation: 2,
      status_reason: { code: 'spot_interrupted' },
      stop_sent_at: expect.any(String),
    });
    expect(scene.world.ecs.calls.stop).toBe(0);
  });
});

describe('running task that ECS forgets', () => {
  it('is stopped before its workspace is saved', async () => {
    const scene = await LifecycleScene.running();
    const { arn } = await scene.task();
    scene.world.clock.advance(limits.consistency + 1);

    await scene.look({ task: 'absent' });
    await scene.settle(30);

    expect(scene.world.ecs.taskOf(arn)).toMatchObject({ lastStatus: 'STOPPED' });
    await scene.minutes(2);
    expect(await scene.read()).toMatchObject({ phase: 'RUNNING', generation: 2 });
    expect(await scene.content()).toEqual(['first']);
  });
});

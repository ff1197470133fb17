import { describe, expect, it } from 'vitest';
import { sweep } from '../../../../shared/domain/maintenance/sweep.ts';
import { startedBy } from '../../../../shared/domain/sandboxes/record/identity.ts';
import { leases, limits } from '../../../../shared/domain/sandboxes/record/limits.ts';
import { aStartTask } from '../../../support/conversations/record/conversation-data.ts';
import { ARN, aLaunch, inPhase } from '../../../support/sandboxes/lifecycle-data.ts';
import { LifecycleScene } from '../../../support/sandboxes/lifecycle-scene.ts';
import { MemoryLaunchPace } from '../../../support/sandboxes/memory-launch-pace.ts';
import { aSandbox } from '../../../support/sandboxes/sandbox-data.ts';

const unknownSandbox = 'ann/0193000000000000000000000000aaaa/1';

async function twoSweeps(scene: LifecycleScene): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    await scene.sweep();
    await scene.silence(30);
  }
}

describe('sweep without events', () => {
  it('starts, pauses, resumes and deletes a sandbox', async () => {
    const scene = await LifecycleScene.with();

    await scene.minutesWithoutEvents(4);
    expect(await scene.read()).toMatchObject({ phase: 'RUNNING' });
    await scene.write('first');

    await scene.want('pause');
    await scene.minutesWithoutEvents(4);
    expect(await scene.read()).toMatchObject({ phase: 'PAUSED', discards: [] });

    await scene.want('resume');
    await scene.minutesWithoutEvents(4);
    expect(await scene.read()).toMatchObject({ phase: 'RUNNING', generation: 2 });
    expect(await scene.content()).toEqual(['first']);

    await scene.want('delete');
    await scene.minutesWithoutEvents(4);
    expect(await scene.read()).toMatchObject({ phase: 'DELETED' });
    expect(scene.world.ecs.live()).toEqual([]);
    expect(scene.world.disks.all()).toEqual({ volumes: [], snapshots: [] });
  });

  it('pauses an idle sandbox after its whole idle limit, not before', async () => {
    const scene = await LifecycleScene.running();
    scene.world.agents.idle((await scene.task()).arn, 99_999);

    await scene.minutesWithoutEvents(17);
    expect(await scene.read()).toMatchObject({ phase: 'RUNNING' });
    await scene.minutesWithoutEvents(5);

    expect(await scene.read()).toMatchObject({
      phase: 'PAUSED',
      pause_reason: 'idle',
      status_reason: { code: 'idle' },
    });
    expect(await scene.content()).toEqual(['first']);
  });

  it('restarts a sandbox whose agent does not answer', async () => {
    const scene = await LifecycleScene.running();
    scene.world.agents.silent.add((await scene.task()).arn);

    await scene.minutesWithoutEvents(12);

    expect(await scene.read()).toMatchObject({ phase: 'RUNNING', generation: 2, restarts: 1 });
    expect(await scene.content()).toEqual(['first']);
  });

  it.each([
    ['pause', 'PAUSED'],
    ['delete', 'DELETED'],
  ] as const)('stops a task whose stop worker died while it prepared the agent for a %s', async (intent, phase) => {
    const scene = await LifecycleScene.running();
    await scene.want(intent);
    await scene.look({}, { prepareStop: async () => undefined });
    scene.world.loseEvents();

    await scene.silence(leases.stop - 5);
    await scene.sweep();
    expect(scene.world.ecs.live()).toHaveLength(1);
    await scene.silence(5);
    await scene.sweep();

    expect(scene.world.ecs.live()).toEqual([]);
    expect(scene.world.ecs.calls.stop).toBe(1);
    await scene.minutesWithoutEvents(3);
    expect(await scene.read()).toMatchObject({ phase });
  });

  it('continues a start whose boot worker died while it waited for the agent', async () => {
    const scene = await LifecycleScene.with();
    await scene.look();
    await scene.silence(10);
    await scene.look({ task: await scene.task() }, { boot: async () => undefined });
    expect(await scene.read()).toMatchObject({ phase: 'BOOTING' });
    scene.world.loseEvents();

    await scene.minutesWithoutEvents(2);

    expect(await scene.read()).toMatchObject({ phase: 'RUNNING' });
  });
});

describe('task without a row', () => {
  it.each([
    ['of no sandbox', unknownSandbox],
    ['of an owner with odd characters', 'ann_40example_2ecom/0193000000000000000000000000aaaa/1'],
  ])('%s is stopped', async (_, owner) => {
    const scene = new LifecycleScene();
    scene.world.ecs.plant(owner);

    await twoSweeps(scene);

    expect(scene.world.ecs.live()).toEqual([]);
  });

  it('is left alone when the service did not start it', async () => {
    const scene = new LifecycleScene();
    for (const owner of ['somebody', 'ecs-svc/1234567890']) scene.world.ecs.plant(owner);

    await twoSweeps(scene);

    expect(scene.world.ecs.live()).toHaveLength(2);
  });

  it('is found on every page', async () => {
    const scene = new LifecycleScene();
    for (let count = 0; count < 60; count += 1) scene.world.ecs.plant(unknownSandbox);

    await scene.sweep();

    expect(scene.world.ecs.live()).toEqual([]);
  });

  it.each([
    ['of a generation before', inPhase('RUNNING', { generation: 3, wanted_generation: 3 }), 2],
    ['of a sandbox at rest', inPhase('PAUSED', { desired: 'PAUSED', snapshot_id: null }), 2],
    ['of a deleted sandbox', inPhase('DELETED', { desired: 'DELETED' }), 2],
  ])('%s is stopped, and the record of the sandbox stays unchanged', async (_, row, generation) => {
    const scene = await LifecycleScene.with({ ...row, task_arn: null });
    const before = await scene.read();
    scene.world.ecs.plant(startedBy({ ...before, generation }));

    await scene.sweep();

    expect(scene.world.ecs.live()).toEqual([]);
    expect(await scene.read()).toMatchObject({ phase: before.phase, desired: before.desired });
  });
});

describe('row without a task', () => {
  it('that is RUNNING starts again from its workspace', async () => {
    const scene = await LifecycleScene.running();
    const { arn } = await scene.task();
    scene.world.ecs.kill(arn);
    scene.world.loseEvents();
    scene.world.clock.advance(7200);
    expect(await scene.world.ecs.describe(arn)).toBe('absent');

    await scene.minutesWithoutEvents(6);

    expect(await scene.read()).toMatchObject({ phase: 'RUNNING', generation: 2, restarts: 1 });
    expect(await scene.content()).toEqual(['first']);
  });

  it.each(['PROVISIONING', 'BOOTING'] as const)('that is %s starts again', async (phase) => {
    const scene = await LifecycleScene.with({ ...inPhase(phase), volume_id: null });
    scene.world.clock.advance(limits.consistency + 1);

    await scene.minutesWithoutEvents(6);

    expect(await scene.read()).toMatchObject({ phase: 'RUNNING', generation: 3 });
  });

  it('that is STOPPING finishes its stop', async () => {
    const scene = await LifecycleScene.with({ ...inPhase('STOPPING', { desired: 'PAUSED' }), volume_id: null });

    await scene.minutesWithoutEvents(4);

    expect(await scene.read()).toMatchObject({ phase: 'PAUSED' });
  });

  it('that waits for a start adopts its running task', async () => {
    const scene = await LifecycleScene.with({ launch: aLaunch(), key_id: 'k1' });
    const task = scene.world.ecs.plant(startedBy(await scene.read()));

    await scene.sweep();

    expect(await scene.read()).toMatchObject({ phase: 'PROVISIONING', task_arn: task.arn });
    expect(scene.world.ecs.calls.run).toBe(0);
  });

  it('is not looked up in ECS when its task is known to have ended', async () => {
    const discards = [{ kind: 'volume', id: 'vol-0' } as const];
    const scene = await LifecycleScene.with({ ...inPhase('PAUSED', { desired: 'PAUSED', discards }), task_arn: ARN });
    const asked: string[] = [];
    const deps = scene.world.sweepDeps();
    const describeTask = async (arn: string) => {
      asked.push(arn);
      return 'absent' as const;
    };

    await sweep({ ...deps, tasks: Object.assign(Object.create(deps.tasks), { describe: describeTask }) });

    expect(asked).toEqual([]);
    expect(await scene.read()).toMatchObject({ discards: [] });
  });
});

describe('open start tasks', () => {
  it('are run again when they were not updated for a while, and no others', async () => {
    const scene = new LifecycleScene();
    const quiet = aStartTask({ updated_at: '2026-11-21T11:59:29.000Z' });
    const busy = aStartTask({ updated_at: '2026-11-21T11:59:31.000Z' });
    for (const task of [quiet, busy]) scene.world.startTasks.put(task);
    const woken: string[] = [];

    await scene.sweep({ runStartTask: async (_, id) => void woken.push(id) });

    expect(woken).toEqual([quiet.start_task_id]);
  });
});

describe('many sandboxes', () => {
  it('are each checked once', async () => {
    const scene = new LifecycleScene();
    for (let count = 0; count < 60; count += 1)
      await scene.world.sandboxes.save([{ previous: null, next: aSandbox() }]);
    const now = async (at: Date) => at;

    await scene.sweep({ pace: Object.assign(new MemoryLaunchPace(1_000), { reserve: now }) });

    expect(scene.world.ecs.calls.run).toBe(60);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CompareDeps, compareWithEcs } from '../../../../shared/domain/maintenance/compare-with-ecs.ts';
import type { Task } from '../../../../shared/domain/sandboxes/record/task.ts';
import { MemoryUsageLedger } from '../../../support/billing/memory-usage.ts';
import { LifecycleScene } from '../../../support/sandboxes/lifecycle-scene.ts';
import { usageOf } from '../../../support/sandboxes/world/actual-usage.ts';

beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue());
afterEach(() => vi.restoreAllMocks());

async function compared({ world }: LifecycleScene, overrides: Partial<CompareDeps> = {}) {
  const figures: Record<string, number> = {};
  const { sandboxes, ecs: tasks, clock } = world;
  const ledger = new MemoryUsageLedger(sandboxes);
  const metric: CompareDeps['metric'] = (name, value) => {
    figures[name] = value;
  };
  const deps = { tasks, sandboxes, ledger, metric, now: clock.now, quietSeconds: 60, ...overrides };
  return { differences: await compareWithEcs(deps), figures };
}

async function pausedForMinutes(): Promise<LifecycleScene> {
  const scene = await LifecycleScene.paused();
  await scene.silence(120);
  return scene;
}

const entriesOf = ({ world }: LifecycleScene) => [...world.sandboxes.usage.entries()];
const timesOf = (scene: LifecycleScene) =>
  usageOf(scene.world)
    .filter(({ kind }) => kind === 'running')
    .map(({ started_at, ended_at }) => [started_at, ended_at]);
const pulledAndStopped = ({ times }: Task) => [times.pullStartedAt, times.stoppedAt];

describe('comparison of the usage ledger with ECS', () => {
  it('finds no difference when all entries are right, and publishes no metric', async () => {
    const { differences, figures } = await compared(await pausedForMinutes());

    expect(differences).toEqual([]);
    expect(figures).toEqual({});
  });

  it('skips running tasks', async () => {
    const scene = await LifecycleScene.running();
    await scene.silence(120);

    expect((await compared(scene)).differences).toEqual([]);
  });

  it('repairs a missing entry', async () => {
    const scene = await pausedForMinutes();
    const before = timesOf(scene);
    scene.world.sandboxes.usage.clear();

    const { differences, figures } = await compared(scene);

    expect(differences).toEqual(['missing']);
    expect(figures.UsageDifferences).toBe(1);
    expect(timesOf(scene)).toEqual(before);
    expect((await compared(scene)).differences).toEqual([]);
  });

  it('repairs an entry with other times', async () => {
    const scene = await pausedForMinutes();
    const before = timesOf(scene);
    for (const [key, row] of entriesOf(scene))
      scene.world.sandboxes.usage.set(key, { ...row, ended_at: row.started_at, is_estimate: true });

    expect((await compared(scene)).differences).toEqual(['wrong']);
    expect(timesOf(scene)).toEqual(before);
  });

  it('records the unobserved end of a task, and keeps it after ECS has forgotten the task', async () => {
    const scene = await LifecycleScene.running();
    const task = await scene.task();
    scene.world.ecs.kill(task.arn);
    await scene.silence(1800);

    expect((await compared(scene)).differences).toEqual(['unseen']);
    expect((await compared(scene)).differences).toEqual([]);
    await scene.silence(7200);
    await scene.minutesWithoutEvents(5);

    const [first] = timesOf(scene);
    expect(first).toEqual(pulledAndStopped(scene.world.ecs.taskOf(task.arn) ?? task));
    const [interval] = usageOf(scene.world).filter(({ kind }) => kind === 'running');
    expect(interval?.is_estimate).toBe(false);
  });

  it('reports a task without an owner, and charges no owner', async () => {
    const scene = await pausedForMinutes();
    const { arn } = scene.world.ecs.plant('ann/0193000000000000000000000000aaaa/1');
    await scene.world.pass(30);
    scene.world.ecs.kill(arn);
    await scene.silence(120);
    const before = timesOf(scene);

    expect((await compared(scene)).differences).toEqual(['unowned']);
    expect(timesOf(scene)).toEqual(before);
  });

  it('charges an unrecorded task to its sandbox', async () => {
    const scene = await pausedForMinutes();
    const { arn } = scene.world.ecs.plant(`${scene.ownerId}/${scene.sandboxId}/1`);
    await scene.world.pass(30);
    scene.world.ecs.kill(arn);
    await scene.silence(120);

    expect((await compared(scene)).differences).toEqual(['missing']);
    expect(timesOf(scene)).toHaveLength(2);
  });

  it('charges an unrecorded task by its own capacity, not by that of the last launch', async () => {
    const scene = await LifecycleScene.running({ capacity: 'spot' });
    await scene.want('pause');
    await scene.silence(120);
    await scene.settle();
    const { arn } = scene.world.ecs.plant(`${scene.ownerId}/${scene.sandboxId}/1`);
    await scene.world.pass(30);
    scene.world.ecs.kill(arn);
    await scene.silence(120);

    await compared(scene);

    const running = usageOf(scene.world).filter(({ kind }) => kind === 'running');
    expect(running.map(({ capacity }) => capacity).toSorted()).toEqual(['on_demand', 'spot']);
  });

  it('waits until the lifecycle has had time to record a task', async () => {
    const scene = await LifecycleScene.running();
    scene.world.ecs.kill((await scene.task()).arn);

    expect((await compared(scene, { quietSeconds: 600 })).differences).toEqual([]);
  });

  it('compares the other tasks when one fails, and fails itself, so that Lambda counts an error', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const scene = await pausedForMinutes();
    const find = async () => Promise.reject(new Error('the table is away'));
    const figures: string[] = [];
    const ledger = { find, put: async () => undefined };

    const comparison = compared(scene, { ledger, metric: (name) => void figures.push(name) });

    await expect(comparison).rejects.toThrow('1 tasks were not compared');
    expect(figures).toEqual([]);
  });
});

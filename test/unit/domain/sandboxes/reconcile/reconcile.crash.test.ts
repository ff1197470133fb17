import { beforeAll, describe, expect, it, vi } from 'vitest';
import { sweep } from '../../../../../shared/domain/maintenance/sweep.ts';
import { boot } from '../../../../../shared/domain/sandboxes/agent/boot.ts';
import { reconcile } from '../../../../../shared/domain/sandboxes/reconcile/reconcile.ts';
import { stopSandbox } from '../../../../../shared/domain/sandboxes/reconcile/stop.ts';
import { startedBy } from '../../../../../shared/domain/sandboxes/record/identity.ts';
import type { Sandbox } from '../../../../../shared/domain/sandboxes/record/sandbox.ts';
import { LifecycleScene } from '../../../../support/sandboxes/lifecycle-scene.ts';
import { type Around, Crash } from '../../../../support/sandboxes/world/processes.ts';
import { END_OF_TIME } from '../../../../support/sandboxes/world/sandbox-world.ts';

beforeAll(() => {
  for (const level of ['warn', 'error'] as const) vi.spyOn(console, level).mockReturnValue();
});

type When = 'before' | 'after';

/** Lets the process die at the nth call, before it is sent or before its response arrives. */
function dyingAt(nth: number, when: When): { around: Around; readonly died: () => boolean } {
  let left = nth;
  const around: Around = async (call) => {
    left -= 1;
    if (left < 0 || (left === 0 && when === 'before')) throw new Crash();
    const result = await call();
    if (left === 0) throw new Crash();
    return result;
  };
  return { around, died: () => left <= 0 };
}

async function surviving(run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof Crash)) throw error;
  }
}

/** A process on a sandbox, and the expected final state. */
interface Story {
  readonly begin: () => Promise<LifecycleScene>;
  readonly process: (scene: LifecycleScene, around: Around) => Promise<unknown>;
  readonly end: Partial<Sandbox>;
  readonly content: readonly string[];
}

const look: Story['process'] = (scene, around) =>
  reconcile(scene.ownerId, scene.sandboxId, {}, scene.world.reconcileDeps(around), END_OF_TIME);

async function prepared(
  scene: LifecycleScene,
  ...steps: (() => Promise<unknown> | unknown)[]
): Promise<LifecycleScene> {
  for (const step of steps) await step();
  return scene;
}

const stories: Record<string, Story> = {
  start: { begin: () => LifecycleScene.with(), process: look, end: { phase: 'RUNNING', generation: 1 }, content: [] },
  resume: {
    begin: async () => {
      const scene = await LifecycleScene.paused();
      return prepared(scene, () => scene.want('resume'));
    },
    process: look,
    end: { phase: 'RUNNING', generation: 2 },
    content: ['first'],
  },
  'wait for the agent': {
    begin: async () => {
      const scene = await LifecycleScene.with();
      await scene.look();
      await scene.silence(10);
      return prepared(scene, async () => scene.look({ task: await scene.task() }, { boot: async () => undefined }));
    },
    process: ({ world, ownerId, sandboxId }, around) => {
      const pause = async (milliseconds: number) => world.clock.advance(milliseconds / 1000);
      return boot(ownerId, sandboxId, 1, { ...world.bootDeps(around), pause });
    },
    end: { phase: 'RUNNING', generation: 1 },
    content: [],
  },
  pause: {
    begin: async () => {
      const scene = await LifecycleScene.running();
      return prepared(scene, () => scene.want('pause'));
    },
    process: look,
    end: { phase: 'PAUSED', generation: 1, pause_reason: 'api' },
    content: ['first'],
  },
  'prepare the agent and stop its task': {
    begin: async () => {
      const scene = await LifecycleScene.running();
      await scene.want('pause');
      return prepared(scene, () => scene.look({}, { prepareStop: async () => undefined }));
    },
    process: ({ world, ownerId, sandboxId }, around) =>
      stopSandbox(ownerId, sandboxId, 1, {
        ...world.reconcileDeps(around),
        agents: world.agents,
        lastLook: () => around(async () => undefined),
      }),
    end: { phase: 'PAUSED', generation: 1 },
    content: ['first'],
  },
  save: {
    begin: async () => {
      const scene = await LifecycleScene.running();
      await scene.want('pause');
      await scene.look();
      await scene.world.processes.finish();
      return prepared(scene, () => scene.silence(5));
    },
    process: async (scene, around) => {
      const deps = scene.world.reconcileDeps(around);
      const task = await scene.task();
      await reconcile(scene.ownerId, scene.sandboxId, { task }, deps, END_OF_TIME);
      await scene.silence(10);
      const [found] = scene.world.disks.all().snapshots;
      const seen = found ? { snapshot: { id: found.id, found } } : {};
      return reconcile(scene.ownerId, scene.sandboxId, seen, deps, END_OF_TIME);
    },
    end: { phase: 'PAUSED', generation: 1, discards: [] },
    content: ['first'],
  },
  'sweep after an end uninvited': {
    begin: async () => {
      const scene = await LifecycleScene.running();
      scene.world.ecs.kill((await scene.task()).arn);
      return scene;
    },
    process: async (scene, around) => {
      for (let minute = 0; minute < 3; minute += 1) {
        await sweep(scene.world.sweepDeps(around));
        await scene.silence(30);
      }
    },
    end: { phase: 'RUNNING', generation: 2, restarts: 1, discards: [] },
    content: ['first'],
  },
  delete: {
    begin: async () => {
      const scene = await LifecycleScene.paused();
      await scene.want('resume');
      await scene.settle();
      return prepared(scene, () => scene.want('delete'));
    },
    process: async (scene, around) => {
      await look(scene, around);
      await scene.silence(10);
      const { arn } = await scene.task();
      const task = scene.world.ecs.taskOf(arn);
      return reconcile(
        scene.ownerId,
        scene.sandboxId,
        task ? { task } : {},
        scene.world.reconcileDeps(around),
        END_OF_TIME,
      );
    },
    end: { phase: 'DELETED', discards: [] },
    content: [],
  },
};

async function expectWhole(scene: LifecycleScene, { end, content }: Story): Promise<void> {
  const row = await scene.read();
  const { ecs, disks } = scene.world;
  const runs = end.phase === 'RUNNING';
  expect(row).toMatchObject(end);
  expect(ecs.live().map(({ startedBy: owner }) => owner)).toEqual(runs ? [startedBy(row)] : []);
  const kept = [row.volume_id, row.snapshot_id, row.previous_snapshot_id].filter((id) => id !== null);
  const { volumes, snapshots } = disks.all();
  expect([...volumes, ...snapshots].map(({ id }) => id).toSorted()).toEqual(kept.toSorted());
  if (end.phase !== 'DELETED') {
    expect((await scene.content()) ?? []).toEqual(content);
    expect(disks.deletedUnsaved.filter(({ id }) => disks.contentAtDeletion(id) > 0)).toEqual([]);
  } else expect(row.receipt?.items.every(({ result }) => result !== 'pending')).toBe(true);
}

describe.each(Object.entries(stories))('a process that dies during: %s', (_, story) => {
  it.each(['before', 'after'] as const)('%s any one of its calls leaves nothing lost or duplicated', async (when) => {
    let isOver = false;
    let deaths = 0;
    for (let nth = 1; !isOver; nth += 1) {
      const scene = await story.begin();
      scene.world.loseEvents();
      const { around, died } = dyingAt(nth, when);
      await surviving(() => story.process(scene, around));
      isOver = !died();
      if (!isOver) deaths += 1;

      // Without events, only the sweep continues.
      await scene.minutesWithoutEvents(6);
      await expectWhole(scene, story);
    }
    expect(deaths).toBeGreaterThan(2);
  });
});

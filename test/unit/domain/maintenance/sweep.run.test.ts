import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RepeatedFailures } from '../../../../shared/domain/maintenance/repeated-failures.ts';
import { type SweepDeps, sweep } from '../../../../shared/domain/maintenance/sweep.ts';
import { SweepCursors } from '../../../../shared/domain/maintenance/sweep-progress.ts';
import { SweepRun } from '../../../../shared/domain/maintenance/sweep-run.ts';
import type { Metric } from '../../../../shared/platform/metrics.ts';
import { MemorySweepProgress } from '../../../support/maintenance/memory-sweep-progress.ts';
import { SettableClock } from '../../../support/platform/settable-clock.ts';
import { LifecycleScene } from '../../../support/sandboxes/lifecycle-scene.ts';
import { MemoryLaunchPace } from '../../../support/sandboxes/memory-launch-pace.ts';
import { aSandbox } from '../../../support/sandboxes/sandbox-data.ts';

let logged: string[] = [];
beforeEach(() => {
  logged = [];
  vi.spyOn(console, 'error').mockImplementation((line: unknown) => void logged.push(String(line)));
});
afterEach(() => vi.restoreAllMocks());

const unknownSandbox = 'ann/0193000000000000000000000000aaaa/1';

async function figuresOf(scene: LifecycleScene, deps: Partial<SweepDeps> = {}) {
  const figures: Record<string, number> = {};
  let details: Parameters<Metric>[3];
  await scene.sweep({
    ...deps,
    metric: (name, value, _, more) => {
      figures[name] = value;
      details = more;
    },
  });
  return { figures, details };
}

const unhurried: SweepDeps['pace'] = Object.assign(new MemoryLaunchPace(1_000), { reserve: async (now: Date) => now });

const failing = async () => Promise.reject(new Error('EC2 is down'));
// biome-ignore lint/correctness/useYield: it fails before it has anything to give
async function* failingPages(): AsyncGenerator<never> {
  throw new Error('ECS is down');
}

describe('metrics of a sweep', () => {
  it('include the heartbeat, and zeros when no difference was found', async () => {
    const scene = await LifecycleScene.running();

    const { figures, details } = await figuresOf(scene);

    expect(figures).toEqual({ SweepCompleted: 1 });
    expect(details).toEqual({
      findings: 0,
      running: 1,
      phases: { RUNNING: 1 },
      failures: 0,
      broken_parts: 0,
      skipped: 0,
      late: 0,
    });
  });

  it('count every sandbox once by its phase: those that do not rest, and those that rest with a workspace', async () => {
    const scene = await LifecycleScene.paused();
    await scene.world.sandboxes.save([{ previous: null, next: aSandbox() }]);
    // It rests, but the sweep watches it, as something of it has to be deleted.
    const discards = [{ kind: 'snapshot' as const, id: 'snap-0' }];
    const failed = { ...aSandbox({ phase: 'ERROR', desired: 'PAUSED', volume_id: 'vol-1', discards }) };
    await scene.world.sandboxes.save([{ previous: null, next: failed }]);

    const { details } = await figuresOf(scene);

    expect(details).toMatchObject({ running: 1, phases: { PAUSED: 1, PENDING: 1, ERROR: 1 } });
  });

  it('leave out what a part that failed has not counted', async () => {
    const scene = await LifecycleScene.running();
    const disks = Object.assign(Object.create(scene.world.disks), { volumes: failingPages });

    const { details } = await figuresOf(scene, { disks });

    expect(details).toMatchObject({ running: 1 });
    expect(details).not.toHaveProperty('phases');
  });

  it('count each kind of difference', async () => {
    const scene = await LifecycleScene.paused();
    scene.world.clock.advance(120);
    const { snapshot_id: id } = await scene.read();
    scene.world.disks.vanish(id ?? '');
    scene.world.ecs.plant(unknownSandbox);
    const strangers = { startedBy: unknownSandbox, mark: 'x' };
    const old = [scene.world.disks.plantVolume(strangers), scene.world.disks.plantSnapshot(strangers)];
    await scene.world.disks.noteOrphans(
      old.map((disk) => disk.id),
      new Date(0),
    );
    scene.world.disks.plantVolume(undefined);
    scene.world.disks.plantSnapshot({ startedBy: 'somebody', mark: 'x' });
    scene.world.sandboxes.disturbCount(scene.ownerId, 2);
    await scene.world.sandboxes.save([{ previous: null, next: aSandbox() }]);

    const { details } = await figuresOf(scene);

    expect(details).toMatchObject({
      task: 1,
      row: 1,
      volume: 1,
      snapshot: 1,
      workspace: 1,
      count: 1,
      unreadable: 2,
      unproven: 2,
    });
    expect(details).toMatchObject({ findings: 10 });
  });
});

describe('count that differs from the rows', () => {
  it.each([-2, 3])('by %i is repaired', async (by) => {
    const scene = await LifecycleScene.running();
    scene.world.sandboxes.disturbCount(scene.ownerId, by);

    await scene.sweep();

    expect(scene.world.sandboxes.active.get(scene.ownerId)).toBe(1);
  });

  it('is repaired for an owner without sandboxes', async () => {
    const scene = new LifecycleScene();
    scene.world.sandboxes.disturbCount('zoe', 4);

    await scene.sweep();

    expect(scene.world.sandboxes.active.get('zoe')).toBe(0);
  });
});

describe('sweep with failing dependencies', () => {
  it('continues when one sandbox fails, and logs the failure', async () => {
    const scene = await LifecycleScene.with({ key_id: 'unknown' });
    const other = aSandbox();
    await scene.world.sandboxes.save([{ previous: null, next: other }]);

    const { figures, details } = await figuresOf(scene, { pace: unhurried });

    expect(await scene.read()).toMatchObject({ phase: 'PENDING' });
    expect(await scene.world.sandboxes.find('ann', other.sandbox_id)).toMatchObject({ phase: 'PROVISIONING' });
    expect(details).toMatchObject({ failures: 1 });
    expect(figures.SweepCompleted).toBe(1);
    expect(logged).toHaveLength(1);
  });

  it('does not log a repeated failure as an error each time', async () => {
    const scene = await LifecycleScene.with({ key_id: 'unknown' });
    const repeated = new RepeatedFailures();
    const failures: unknown[] = [];
    const pace = unhurried;
    vi.spyOn(console, 'info').mockReturnValue();

    for (let sweeps = 0; sweeps < 9; sweeps += 1) {
      const metric: Metric = (_name, _value, _unit, details) => void failures.push(details?.failures);
      await sweep({ ...scene.world.sweepDeps(), pace, metric }, repeated);
      scene.world.clock.advance(60);
    }

    expect(failures).toEqual(Array.from({ length: 9 }, () => 1));
    expect(logged).toHaveLength(4);
  });

  it.each(['volumes', 'snapshots'] as const)('checks tasks, rows and counts when EC2 lists no %s', async (list) => {
    const scene = await LifecycleScene.with();
    scene.world.ecs.plant(unknownSandbox);
    scene.world.sandboxes.disturbCount(scene.ownerId, 2);
    const disks = Object.assign(Object.create(scene.world.disks), { [list]: failingPages, snapshot: failing });

    const { figures, details } = await figuresOf(scene, { disks });

    expect(await scene.read()).toMatchObject({ phase: 'PROVISIONING' });
    expect(scene.world.ecs.live()).toHaveLength(1);
    expect(scene.world.sandboxes.active.get(scene.ownerId)).toBe(1);
    expect(figures.SweepCompleted).toBe(0);
    expect(details).toMatchObject({ broken_parts: 1 });
  });

  it('deletes no disk when it could not list them all', async () => {
    const scene = new LifecycleScene();
    scene.world.disks.plantVolume({ startedBy: unknownSandbox, mark: 'x' });
    const disks = Object.assign(Object.create(scene.world.disks), { snapshots: failingPages });

    await figuresOf(scene, { disks });

    expect(scene.world.disks.all().volumes).toHaveLength(1);
  });

  it('checks rows and disks when ECS lists no tasks', async () => {
    const scene = await LifecycleScene.with();
    scene.world.disks.plantVolume({ startedBy: unknownSandbox, mark: 'x' });
    const tasks = Object.assign(Object.create(scene.world.reconcileDeps().tasks), { arns: failingPages });

    const { figures } = await figuresOf(scene, { tasks });

    expect(await scene.read()).toMatchObject({ phase: 'PROVISIONING' });
    expect(scene.world.disks.all().volumes).toMatchObject([{ orphanSince: expect.any(String) }]);
    expect(figures.SweepCompleted).toBe(0);
  });
});

describe('time limit of a sweep', () => {
  const many = Array.from({ length: 200 }, (_, index) => index);

  /** Looks at many things, each of which takes a second of the whole sweep. */
  async function run(until: number, progress = new MemorySweepProgress()) {
    const clock = new SettableClock();
    const places = await SweepCursors.read(progress, clock.now);
    const sweepRun = new SweepRun(clock.now, places);
    const seen: number[] = [];
    await sweepRun.part(until, () =>
      sweepRun.each('many', many, String, async (item) => {
        clock.advance(1);
        seen.push(item);
      }),
    );
    await places.write();
    return { clock, sweepRun, seen };
  }

  it('is bounded, and the sweep logs what it left out', async () => {
    const { sweepRun, seen } = await run(1);

    expect(seen.length).toBeGreaterThanOrEqual(45);
    expect(seen.length).toBeLessThan(45 + 25);
    expect(sweepRun.isComplete).toBe(false);
    expect(sweepRun.details().skipped).toBe(200 - seen.length);
  });

  it('is shared: a slow part leaves the others their time', async () => {
    const { sweepRun, seen, clock } = await run(0.5);
    const later: number[] = [];

    await sweepRun.part(1, () =>
      sweepRun.each('few', [1, 2, 3], String, async (item: number) => void later.push(item)),
    );

    expect(seen.length).toBeLessThan(23 + 25);
    expect(clock.now().getTime() - Date.parse('2026-11-21T12:00:00.000Z')).toBeLessThan(45_000);
    expect(later.toSorted()).toEqual([1, 2, 3]);
  });

  it('is used for the rest at the next runs, so that each item has its turn within as many runs as it takes', async () => {
    const all = new Set<number>();
    const progress = new MemorySweepProgress();
    for (let runs = 0; runs < Math.ceil(200 / 45); runs += 1)
      for (const item of (await run(1, progress)).seen) all.add(item);

    expect(all.size).toBe(200);
  });

  it('prevents the heartbeat when the sweep could not finish', async () => {
    const scene = await LifecycleScene.running();
    const { agents } = scene.world.reconcileDeps();
    const health: typeof agents.health = async (...asked) => {
      scene.world.clock.advance(60);
      return agents.health(...asked);
    };
    scene.world.ecs.plant(unknownSandbox);
    scene.world.sandboxes.disturbCount('zoe', 1);

    const { figures, details } = await figuresOf(scene, { agents: { health } });

    expect(figures.SweepCompleted).toBe(0);
    expect(details).toMatchObject({ findings: 1 });
  });
});

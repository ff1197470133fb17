import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MOST_AT_ONCE } from '../../../../shared/domain/maintenance/fleet.ts';
import { roundRobin } from '../../../../shared/domain/maintenance/offer-turns.ts';
import { RepeatedFailures } from '../../../../shared/domain/maintenance/repeated-failures.ts';
import { type SweepDeps, sweep } from '../../../../shared/domain/maintenance/sweep.ts';
import { SweepCursors } from '../../../../shared/domain/maintenance/sweep-progress.ts';
import { SweepRun } from '../../../../shared/domain/maintenance/sweep-run.ts';
import { type Segment, segments, sweepSegment } from '../../../../shared/domain/maintenance/sweep-segment.ts';
import { recordedAddresses } from '../../../../shared/domain/sandboxes/ingress/ingress.ts';
import { newSandbox } from '../../../../shared/domain/sandboxes/lifecycle/generation.ts';
import { startedBy } from '../../../../shared/domain/sandboxes/record/identity.ts';
import { leases, limits } from '../../../../shared/domain/sandboxes/record/limits.ts';
import { WATCH_SEGMENTS } from '../../../../shared/domain/sandboxes/store/sandbox-store.ts';
import type { Metric } from '../../../../shared/platform/metrics.ts';
import { aStartTask } from '../../../support/conversations/record/conversation-data.ts';
import { MemorySweepProgress } from '../../../support/maintenance/memory-sweep-progress.ts';
import { sweepProgressSuite } from '../../../support/maintenance/sweep-progress.suite.ts';
import { SettableClock } from '../../../support/platform/settable-clock.ts';
import { ARN, aLaunch, inPhase } from '../../../support/sandboxes/lifecycle-data.ts';
import { LifecycleScene } from '../../../support/sandboxes/lifecycle-scene.ts';
import { MemoryLaunchPace } from '../../../support/sandboxes/memory-stores.ts';
import { aRunningSandbox, aSandbox, aSandboxId, aSpec } from '../../../support/sandboxes/sandbox-data.ts';
import { SandboxWorld } from '../../../support/sandboxes/world/sandbox-world.ts';

let logged: string[] = [];
beforeEach(() => {
  logged = [];
  vi.spyOn(console, 'error').mockImplementation((line: unknown) => void logged.push(String(line)));
});
afterEach(() => vi.restoreAllMocks());

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

  it('count every active sandbox, and every stopped one with a workspace, once by phase', async () => {
    const scene = await LifecycleScene.paused();
    await scene.world.sandboxes.save([{ previous: null, next: aSandbox() }]);
    // The sweep watches this stopped sandbox because of its discards.
    const discards = [{ kind: 'snapshot' as const, id: 'snap-0' }];
    const failed = { ...aSandbox({ phase: 'ERROR', desired: 'PAUSED', volume_id: 'vol-1', discards }) };
    await scene.world.sandboxes.save([{ previous: null, next: failed }]);

    const { details } = await figuresOf(scene);

    expect(details).toMatchObject({ running: 1, phases: { PAUSED: 1, PENDING: 1, ERROR: 1 } });
  });

  it('omit the counts of a failed part', async () => {
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

  /** Processes many items that take a second each. */
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

  it('is bounded, and the sweep logs what it skipped', async () => {
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

  it('is used for the remaining items in the next runs, so that each item has its turn', async () => {
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

  it('is ignored when the service did not start it', async () => {
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

/** Running sandboxes whose agents take this many seconds to respond. */
async function fleet(sandboxes: number, secondsEach: number) {
  const world = new SandboxWorld(1);
  world.processes.interleaved = false;
  for (let made = 0; made < sandboxes; made += 1) {
    const task = world.ecs.plant(`ann/${made}/1`);
    const url = `http://agent/${made}`;
    const next = aRunningSandbox({
      task_arn: task.arn,
      deadline_at: '2027-01-01T00:00:00.000Z',
      last_activity_at: world.clock.now().toISOString(),
      exposed_urls: [{ name: 'AGENT_SERVER', port: 8000, url }],
    });
    await world.sandboxes.save([{ previous: null, next }]);
  }
  const seen: string[] = [];
  const health = async (url: string) => {
    seen.push(url);
    world.clock.advance(secondsEach);
    return { kind: 'ready', idleSeconds: 0, busy: true } as const;
  };
  const deps = { ...world.sweepDeps(), agents: { health }, ingress: { renewal: async () => recordedAddresses } };
  return { world, seen, deps };
}

async function sweepOnce(segment: Segment, { deps }: Awaited<ReturnType<typeof fleet>>): Promise<SweepRun> {
  const places = await SweepCursors.read(deps.progress, deps.now);
  const run = new SweepRun(deps.now, places);
  await sweepSegment(segment, run, places, deps);
  return run;
}

describe('segment that has no time for all its sandboxes', () => {
  for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(console, level).mockReturnValue();

  it('is completed over several runs, with each sandbox checked once', () =>
    fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 1, max: 20 }), async (sandboxes, seconds) => {
        const all = await fleet(sandboxes, seconds);
        const runs = Math.ceil(sandboxes / Math.min(25, Math.ceil(45 / seconds))) + 1;
        for (const segment of segments.filter((each) => each !== 'disks')) {
          for (let ran = 0; ran < runs; ran += 1) {
            const run = await sweepOnce(segment, all);
            if (run.isComplete) break;
          }
        }

        expect(new Set(all.seen).size).toBe(sandboxes);
        expect(all.seen).toHaveLength(sandboxes);
        const ends = [...all.world.progress.rows.values()].map(({ after }) => after);
        expect(ends).toEqual(Array.from({ length: WATCH_SEGMENTS }, () => null));
      }),
      { numRuns: 40 },
    ));

  it('keeps its position when a concurrent run was faster', async () => {
    const all = await fleet(20, 20);
    const late = await SweepCursors.read(all.deps.progress, all.deps.now);
    const run = new SweepRun(all.deps.now, late);
    await sweepOnce(0, all);
    const { after, version } = all.world.progress.rows.get('segment-0') ?? {};

    await sweepSegment(0, run, late, all.deps);

    expect(all.world.progress.rows.get('segment-0')).toMatchObject({ after, version });
  });
});

describe('fleet that is too large for one worker', () => {
  it('is divided: a sweep checks each sandbox once, and the heartbeat depends on all segments', async () => {
    const all = await fleet(MOST_AT_ONCE + 1, 0);
    const { world, deps } = all;
    const started: Segment[] = [];
    const figures: number[] = [];
    const sweepDeps = {
      ...deps,
      startSegment: async (segment: Segment) => {
        started.push(segment);
        await sweepOnce(segment, all);
      },
      metric: (_name: string, value: number) => void figures.push(value),
    };
    const { sweep } = await import('../../../../shared/domain/maintenance/sweep.ts');

    await sweep(sweepDeps);
    expect(started).toEqual(segments);
    expect(new Set(all.seen).size).toBe(MOST_AT_ONCE + 1);
    expect(all.seen).toHaveLength(MOST_AT_ONCE + 1);

    world.clock.advance(60);
    await sweep(sweepDeps);
    world.clock.advance(10 * 60);
    await sweep({ ...sweepDeps, startSegment: async () => undefined });
    // The first sweep knew nothing of its segments. Those of the last had not run for ten minutes.
    expect(figures).toEqual([0, 1, 0]);
  });
});

describe('the progress of sweeps in memory', () => sweepProgressSuite(() => new MemorySweepProgress()));

const start = (ownerId: string, second: number) => ({
  owner_id: ownerId,
  phase_since: `2026-11-21T12:00:${String(second).padStart(2, '0')}.000Z`,
});

describe('turns', () => {
  it('go to owners in turn, and within an owner to the longest waiting start', () => {
    const queued = [start('ann', 1), start('ann', 0), start('ann', 2), start('bob', 30), start('zoe', 40)];

    expect(roundRobin(queued)).toEqual([
      start('ann', 0),
      start('bob', 30),
      start('zoe', 40),
      start('ann', 1),
      start('ann', 2),
    ]);
  });
});

/** More starts than the pace has turns for soon, and a last one of another owner. */
async function crowd(): Promise<{ world: SandboxWorld; late: string }> {
  const world = new SandboxWorld(1);
  world.processes.interleaved = false;
  const ask = async (ownerId: string) => {
    const next = newSandbox(ownerId, aSandboxId(), aSpec(), world.clock.now());
    await world.sandboxes.save([{ previous: null, next }]);
    return next.sandbox_id;
  };
  const most = 15 * limits.turnsAtOnce;
  for (let made = 0; made < most + 100; made += 1) await ask('ann');
  for (let told = 0; told < 12; told += 1) await world.tellAll();
  return { world, late: await ask('bob') };
}

async function seconds(world: SandboxWorld, count: number): Promise<void> {
  for (let passed = 0; passed < count; passed += 1) {
    await world.pass(1);
    await world.tellEverything();
  }
}

describe('start without a free turn', () => {
  for (const level of ['info', 'warn'] as const) vi.spyOn(console, level).mockReturnValue();

  it('is queued and soon offered a turn, and none starts twice', async () => {
    const { world, late } = await crowd();
    await world.tellEverything();
    expect(world.sandboxes.rows.get(`bob/${late}`)).toMatchObject({ launch_queued_at: expect.any(String) });

    await seconds(world, 60);

    expect(world.rows().filter(({ phase }) => phase !== 'RUNNING')).toEqual([]);
    expect(world.ecs.requests).toHaveLength(world.rows().length);
  });

  it('is offered one by the sweep when the offer was lost', async () => {
    const { world } = await crowd();
    world.loseEvents();
    const claimed = await world.pace.claimOffer(world.clock.now());
    if (claimed) await world.pace.endOffer();

    for (let minute = 0; minute < 4; minute += 1) {
      world.sweep();
      await world.processes.finish();
      await seconds(world, 60);
    }

    expect(world.rows().filter(({ phase }) => phase !== 'RUNNING')).toEqual([]);
  });
});

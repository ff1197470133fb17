import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { MOST_AT_ONCE } from '../../../../shared/domain/maintenance/fleet.ts';
import { SweepCursors } from '../../../../shared/domain/maintenance/sweep-progress.ts';
import { SweepRun } from '../../../../shared/domain/maintenance/sweep-run.ts';
import { type Segment, segments, sweepSegment } from '../../../../shared/domain/maintenance/sweep-segment.ts';
import { WATCH_SEGMENTS } from '../../../../shared/domain/sandboxes/store/sandbox-store.ts';
import { MemorySweepProgress } from '../../../support/maintenance/memory-sweep-progress.ts';
import { sweepProgressSuite } from '../../../support/maintenance/sweep-progress.suite.ts';
import { aRunningSandbox } from '../../../support/sandboxes/sandbox-data.ts';
import { SandboxWorld } from '../../../support/sandboxes/world/sandbox-world.ts';

/** Sandboxes that run, each with an agent that takes so many seconds of the sweep to answer. */
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
  const deps = { ...world.sweepDeps(), agents: { health }, ingress: { renewal: async () => keep } };
  return { world, seen, deps };
}

const keep = ({ exposed_urls: urls }: { readonly exposed_urls: readonly { url: string }[] | null }) =>
  (urls ?? []) as never;

async function sweepOnce(segment: Segment, { deps }: Awaited<ReturnType<typeof fleet>>): Promise<SweepRun> {
  const places = await SweepCursors.read(deps.progress, deps.now);
  const run = new SweepRun(deps.now, places);
  await sweepSegment(segment, run, places, deps);
  return run;
}

describe('segment that has no time for all its sandboxes', () => {
  for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(console, level).mockReturnValue();

  it('is looked at to its end within as many runs as it takes, each sandbox once', () =>
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

  it('keeps its place when a run at the same time was faster, and says no more than that', async () => {
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
  it('is divided: each sandbox is looked at once in a sweep, and the heartbeat follows the segments', async () => {
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
    // The first one knew nothing of its segments yet; those of the last had not run for ten minutes.
    expect(figures).toEqual([0, 1, 0]);
  });
});

describe('the progress of sweeps in memory', () => sweepProgressSuite(() => new MemorySweepProgress()));

import * as fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { microUsdOf, nothingUsed, sumOf } from '../../../shared/usage/amounts.ts';
import { tablesOf } from '../../../shared/usage/prices.ts';
import { reportOf } from '../../../shared/usage/report.ts';
import { type Action, act } from '../../support/world/actions.ts';
import { endTroubles } from '../../support/world/end-troubles.ts';
import { isAtRest } from '../../support/world/invariants.ts';
import { SandboxWorld } from '../../support/world/sandbox-world.ts';
import { type Story, story } from '../../support/world/story.ts';
import { compareUsage, type Mended, usageOf, wrongUsage } from '../../support/world/usage-truth.ts';

/** A failed run is run again with the seed that its name tells: `USAGE_SEED=… npm run test:unit`. */
const seed = Number(process.env.USAGE_SEED ?? Math.floor(Math.random() * 2 ** 31));

const LIVES = 1_000;

/** ECS forgets after an hour, and the service looks several times in it. */
const BETWEEN_LOOKS = 1_200;

/**
 * Several stories of the lifecycle one after another, in which sandboxes get somewhere: most of what deletes or refuses them is left out, and what was wanted often
 * has time to happen.
 */
function longStory(interleaved: boolean, from: number): Story {
  const chapters = fc.sample(story(interleaved), { numRuns: 12, seed: from }).slice(-6);
  const [first] = chapters;
  if (!first) throw new Error('there is no story');
  const actions = chapters.flatMap((chapter) => chapter.actions);
  return { ...first, seed: from, actions: actions.flatMap((step, index) => (index % 4 === 0 ? [step] : calmer(step))) };
}

function calmer(step: Action): Action[] {
  switch (step.kind) {
    case 'delete':
    case 'delete-conversation':
    case 'run-fault':
      return [];
    case 'start':
    case 'start-conversation':
    case 'resume':
    case 'pause':
      return [step, { kind: 'calm' }];
    default:
      return [step];
  }
}

interface Lived {
  readonly world: SandboxWorld;
  readonly mended: Mended;
}

/** Lives through a story as `brokenBy` does, but for the longest waits: nobody sleeps for hours who is to know what tasks used. */
async function live(given: Story): Promise<Lived> {
  const world = new SandboxWorld(given.seed);
  const mended: Mended = new Set();
  world.processes.interleaved = given.interleaved;
  let looked = world.clock.now().getTime();
  for (const step of given.actions) {
    if (world.clock.now().getTime() - looked > BETWEEN_LOOKS * 1000) {
      await compareUsage(world, mended);
      looked = world.clock.now().getTime();
    }
    if (step.kind === 'time' && step.seconds > BETWEEN_LOOKS) await awake(world, mended, step.seconds);
    else await act(world, step);
    if (!given.interleaved) await world.processes.finish();
  }
  await settle(world, given.deaf, mended);
  return { world, mended };
}

/** Much time goes by, in which only the sweep and the comparison look. When nothing runs any more, the rest of it goes by at once. */
async function awake(world: SandboxWorld, mended: Mended, seconds: number): Promise<void> {
  await world.processes.finish();
  for (let left = seconds; left > 0; left -= BETWEEN_LOOKS) {
    const isStill = world.ecs.every().every(({ task }) => task.lastStatus === 'STOPPED') && left < seconds - 90_000;
    world.leap(isStill ? left : Math.min(BETWEEN_LOOKS, left));
    world.sweep();
    await world.processes.finish();
    await compareUsage(world, mended);
    if (isStill) return;
  }
}

async function settle(world: SandboxWorld, deaf: boolean, mended: Mended): Promise<void> {
  await endTroubles(world);
  world.deaf = deaf;
  for (let minute = 0; minute < 75; minute += 1) {
    if (deaf) world.loseNews();
    else await world.tellAll();
    await world.pass(60);
    world.sweep();
    await world.processes.finish();
    if (minute % 5 === 4) await compareUsage(world, mended);
    if (minute > 5 && isAtRest(world)) break;
  }
  await world.pass(180);
  await compareUsage(world, mended);
}

describe(`the ledger of usage (seed ${seed})`, () => {
  beforeAll(() => {
    for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(console, level).mockReturnValue();
  });

  it.each([
    ['one thing after another', false],
    ['everything at once, with crashes between any two calls', true],
  ])(
    `is what ${LIVES} sandboxes used, to the millisecond: %s`,
    async (_, interleaved) => {
      let lives = 0;
      let intervals = 0;
      let estimates = 0;
      let mends = 0;
      for (let turn = 0; lives < LIVES; turn += 1) {
        const { world, mended } = await live(longStory(interleaved, seed + turn));
        const usage = usageOf(world);

        expect(wrongUsage(world, usage, mended), `turn ${turn}`).toEqual([]);
        lives += world.rows().length;
        mends += mended.size;
        intervals += usage.length;
        estimates += usage.filter(({ is_estimate: isEstimate }) => isEstimate).length;
        expect(secondsOf(usage)).toBe(trueSeconds(world));
      }
      expect(intervals).toBeGreaterThan(1.5 * lives);
      // What only the comparison finds is rare: tasks whose start nobody ever heard of.
      expect(mends).toBeLessThan(intervals / 50);
      expect(estimates).toBe(0);
    },
    600_000,
  );

  it('notices what is missing, what is there twice, and what is off by a moment', async () => {
    const { world, mended } = await live(longStory(false, 7));
    const usage = usageOf(world);
    const [first] = usage.filter(({ kind }) => kind === 'running');
    if (!first) throw new Error('nothing ran');
    const later = new Date(Date.parse(first.ended_at) + 1).toISOString();

    expect(wrongUsage(world, usage, mended)).toEqual([]);
    expect(
      wrongUsage(
        world,
        usage.filter((row) => row !== first),
        mended,
      ),
    ).not.toEqual([]);
    expect(wrongUsage(world, [...usage, first], mended)).not.toEqual([]);
    expect(
      wrongUsage(world, [...usage.filter((row) => row !== first), { ...first, ended_at: later }], mended),
    ).not.toEqual([]);
  });
});

const ALWAYS = { from: '2000-01-01T00:00:00.000Z', to: '2100-01-01T00:00:00.000Z' };

/** How long all sandboxes ran, by the report that callers get; and the same again from its days. */
function secondsOf(usage: ReturnType<typeof usageOf>): number {
  const tables = tablesOf(undefined);
  const { totals, groups } = reportOf(usage, [], { span: ALWAYS, groupBy: 'day', tables });
  const summed = groups.map(({ amounts }) => amounts).reduce(sumOf, nothingUsed);
  expect(microUsdOf(summed)).toBe(microUsdOf(totals));
  return Number(totals.runningMs) / 1000;
}

/** The same by the tasks of ECS, which knows nothing of the ledger. */
function trueSeconds(world: SandboxWorld): number {
  const known = new Set(world.rows().map(({ sandbox_id: id }) => id));
  const now = world.clock.now().toISOString();
  const milliseconds = world.ecs
    .every()
    .filter(({ startedBy }) => known.has(startedBy.split('/')[1] ?? ''))
    .map(({ task: { times } }) => {
      const from = times.pullStartedAt ?? times.startedAt;
      return from === null ? 0 : Date.parse(times.stoppedAt ?? now) - Date.parse(from);
    });
  return milliseconds.reduce((sum, one) => sum + one, 0) / 1000;
}

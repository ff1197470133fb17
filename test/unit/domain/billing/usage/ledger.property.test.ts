import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { microUsdOf, nothingUsed, sumOf } from '../../../../../shared/domain/billing/usage/amounts.ts';
import { pricesOf } from '../../../../../shared/domain/billing/usage/prices.ts';
import { reportOf } from '../../../../../shared/domain/billing/usage/report.ts';
import { quietConsole } from '../../../../support/logs/quiet-console.ts';
import { act } from '../../../../support/sandboxes/world/act.ts';
import type { Action } from '../../../../support/sandboxes/world/actions.ts';
import { compareUsage, type Repaired, usageOf, wrongUsage } from '../../../../support/sandboxes/world/actual-usage.ts';
import { isAtRest } from '../../../../support/sandboxes/world/invariants.ts';
import { SandboxWorld } from '../../../../support/sandboxes/world/sandbox-world.ts';
import { type Schedule, schedule } from '../../../../support/sandboxes/world/schedule.ts';
import { endFaults } from '../../../../support/sandboxes/world/task-faults.ts';
import { searchSize } from '../../../../support/search-size.ts';
import { seed } from '../../../../support/seed.ts';

/** ECS forgets tasks after an hour. The service compares several times an hour. */
const BETWEEN_LOOKS = 1_200;

/**
 * Several lifecycle schedules in a row in which sandboxes make progress: most deletions and refusals are left out,
 * and intents often have time to take effect.
 */
function longSchedule(interleaved: boolean, from: number): Schedule {
  const chapters = fc.sample(schedule(interleaved), { numRuns: 12, seed: from }).slice(-6);
  const [first] = chapters;
  if (!first) throw new Error('no schedule was generated');
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
  readonly repaired: Repaired;
}

/** Runs a schedule as `brokenBy` does, without its longest waits. */
async function live(given: Schedule): Promise<Lived> {
  const world = new SandboxWorld(given.seed);
  const repaired: Repaired = new Set();
  world.processes.interleaved = given.interleaved;
  let looked = world.clock.now().getTime();
  for (const step of given.actions) {
    if (world.clock.now().getTime() - looked > BETWEEN_LOOKS * 1000) {
      await compareUsage(world, repaired);
      looked = world.clock.now().getTime();
    }
    if (step.kind === 'time' && step.seconds > BETWEEN_LOOKS) await awake(world, repaired, step.seconds);
    else await act(world, step);
    if (!given.interleaved) await world.processes.finish();
  }
  await settle(world, given.withoutEvents, repaired);
  return { world, repaired };
}

/** Advances time with sweeps and comparisons, and skips the rest when nothing runs. */
async function awake(world: SandboxWorld, repaired: Repaired, seconds: number): Promise<void> {
  await world.processes.finish();
  for (let left = seconds; left > 0; left -= BETWEEN_LOOKS) {
    const isStill = world.ecs.every().every(({ task }) => task.lastStatus === 'STOPPED') && left < seconds - 90_000;
    world.leap(isStill ? left : Math.min(BETWEEN_LOOKS, left));
    world.sweep();
    await world.processes.finish();
    await compareUsage(world, repaired);
    if (isStill) return;
  }
}

async function settle(world: SandboxWorld, withoutEvents: boolean, repaired: Repaired): Promise<void> {
  await endFaults(world);
  world.withoutEvents = withoutEvents;
  for (let minute = 0; minute < 75; minute += 1) {
    if (withoutEvents) world.loseEvents();
    else await world.tellAll();
    await world.pass(60);
    world.sweep();
    await world.processes.finish();
    if (minute % 5 === 4) await compareUsage(world, repaired);
    if (minute > 5 && isAtRest(world)) break;
  }
  await world.pass(180);
  await compareUsage(world, repaired);
}

describe(`usage ledger (seed ${seed})`, () => {
  quietConsole();

  it.each([
    ['one thing after another', false],
    ['everything at once, with crashes between any two calls', true],
  ])(
    `matches the real usage of ${searchSize.ledgerLives} sandboxes to the millisecond: %s`,
    async (_, interleaved) => {
      let lives = 0;
      let intervals = 0;
      let estimates = 0;
      let repairs = 0;
      for (let turn = 0; lives < searchSize.ledgerLives; turn += 1) {
        const { world, repaired } = await live(longSchedule(interleaved, seed + turn));
        const usage = usageOf(world);

        expect(wrongUsage(world, usage, repaired), `turn ${turn}`).toEqual([]);
        lives += world.rows().length;
        repairs += repaired.size;
        intervals += usage.length;
        estimates += usage.filter(({ is_estimate: isEstimate }) => isEstimate).length;
        expect(secondsOf(usage)).toBe(trueSeconds(world));
      }
      expect(intervals).toBeGreaterThan(1.5 * lives);
      // Tasks whose start was never reported are rare. Only the comparison finds them.
      expect(repairs).toBeLessThan(intervals / 50);
      expect(estimates).toBe(0);
    },
    600_000,
  );

  it('comparison finds missing intervals, duplicates and wrong times', async () => {
    const { world, repaired } = await live(longSchedule(false, 7));
    const usage = usageOf(world);
    const [first] = usage.filter(({ kind }) => kind === 'running');
    if (!first) throw new Error('nothing ran');
    const later = new Date(Date.parse(first.ended_at) + 1).toISOString();

    expect(wrongUsage(world, usage, repaired)).toEqual([]);
    expect(
      wrongUsage(
        world,
        usage.filter((row) => row !== first),
        repaired,
      ),
    ).not.toEqual([]);
    expect(wrongUsage(world, [...usage, first], repaired)).not.toEqual([]);
    expect(
      wrongUsage(world, [...usage.filter((row) => row !== first), { ...first, ended_at: later }], repaired),
    ).not.toEqual([]);
    const capacity = first.capacity === 'spot' ? 'on_demand' : 'spot';
    expect(wrongUsage(world, [...usage.filter((row) => row !== first), { ...first, capacity }], repaired)).not.toEqual(
      [],
    );
  });
});

const ALWAYS = { from: '2000-01-01T00:00:00.000Z', to: '2100-01-01T00:00:00.000Z' };

/** The total run time in the public report, and the sum of its days. */
function secondsOf(usage: ReturnType<typeof usageOf>): number {
  const tables = pricesOf(undefined).tables;
  const { totals, groups } = reportOf(usage, [], { span: ALWAYS, groupBy: 'day', tables });
  const summed = groups.map(({ amounts }) => amounts).reduce(sumOf, nothingUsed);
  expect(microUsdOf(summed)).toBe(microUsdOf(totals));
  return Number(totals.runningMs) / 1000;
}

/** The total run time of the ECS tasks, independent of the ledger. */
function trueSeconds(world: SandboxWorld): number {
  const known = new Set([...world.rows(), ...world.warmRows()].map(({ sandbox_id: id }) => id));
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

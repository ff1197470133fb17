import { limits } from '../../../shared/domain/sandboxes/record/limits.ts';
import { beyondLimits, type Recovery, troubles } from './scenarios/beyond-limits.ts';
import { type Burst, burst } from './scenarios/burst.ts';
import { type Swept, sweepOf } from './scenarios/sweep.ts';
import { LAMBDA_CONCURRENCY } from './world/quota.ts';

const scaleBars = {
  /** Of the quota of RunTask, while a burst lasts. */
  quotaUsed: 0.95,
  /** How long owners who come late wait, of the longest wait of the owner who asked for half of all. */
  lateWait: 0.6,
  /** Functions at once, of what an account has. */
  functions: 0.5,
  sweepSeconds: 30,
  /** What a sandbox costs in the largest fleet, of what it costs in one of a tenth of its size. */
  costRatio: 1.2,
  /** Of every limit of AWS, for a sweep. */
  limitUsed: 0.5,
  /** Seconds beyond twice the time that the pace needs for the backlog: the longest pause of a try, and a sweep. */
  recoverySeconds: limits.retryPause + 60,
} as const;

interface ScaleFigures {
  readonly bursts: readonly Burst[];
  readonly sweeps: readonly Swept[];
  readonly recoveries: readonly Recovery[];
}

interface Sizes {
  readonly bursts: readonly number[];
  readonly sweeps: readonly number[];
  readonly startsInTrouble: number;
}

export const sizes = {
  whole: { bursts: [100, 1_000, 10_000], sweeps: [0, 100, 1_000, 10_000], startsInTrouble: 1_000 },
  short: { bursts: [100, 1_000], sweeps: [0, 100, 1_000], startsInTrouble: 100 },
} as const satisfies Readonly<Record<string, Sizes>>;

/** @param progress hears what was measured */
export async function measureScale(
  { bursts, sweeps, startsInTrouble }: Sizes,
  progress: (done: string) => void,
): Promise<ScaleFigures> {
  const each = async <T, R>(all: readonly T[], measure: (one: T) => Promise<R>, name: (one: T) => string) => {
    const results: R[] = [];
    for (const one of all) {
      results.push(await measure(one));
      progress(name(one));
    }
    return results;
  };
  return {
    bursts: await each(bursts, burst, (starts) => `burst of ${starts}`),
    sweeps: await each(sweeps, sweepOf, (sandboxes) => `sweep of ${sandboxes}`),
    recoveries: await each(
      troubles,
      (trouble) => beyondLimits(trouble, startsInTrouble),
      ({ name }) => name,
    ),
  };
}

/** A sentence for each bar that is missed. */
export function scaleMisses({ bursts, sweeps, recoveries }: ScaleFigures): readonly string[] {
  return [...bursts.flatMap(missesOfBurst), ...missesOfSweeps(sweeps), ...recoveries.flatMap(missesOfRecovery)];
}

function missesOfBurst(burst: Burst): string[] {
  const { starts, ready, failed, throttled, quotaUsed, lateWait = 0, largeWait, functionsAtOnce } = burst;
  const latest = lateWait / largeWait;
  return [
    ...miss(ready < starts || failed > 0, `${starts} starts: ${ready} became READY, and ${failed} failed`),
    ...miss(throttled > 0, `${starts} starts: ECS refused ${throttled} calls of RunTask`),
    ...miss(quotaUsed < scaleBars.quotaUsed, `${starts} starts: they used ${quotaUsed.toFixed(3)} of the quota`),
    ...miss(
      latest > scaleBars.lateWait,
      `${starts} starts: late owners waited ${latest.toFixed(2)} of the longest wait`,
    ),
    ...miss(
      functionsAtOnce > scaleBars.functions * LAMBDA_CONCURRENCY,
      `${starts} starts: ${functionsAtOnce} functions ran at once`,
    ),
  ];
}

function missesOfSweeps(sweeps: readonly Swept[]): string[] {
  const [smaller, largest] = sweeps.toSorted((a, b) => a.sandboxes - b.sandboxes).slice(-2);
  const ratio = smaller && largest && smaller.sandboxes > 0 ? costOf(largest) / costOf(smaller) : 0;
  const each = sweeps.flatMap(({ sandboxes, seconds, complete, limit, limitUsed }) => [
    ...miss(!complete, `sweep of ${sandboxes}: it did not look at everything`),
    ...miss(seconds > scaleBars.sweepSeconds, `sweep of ${sandboxes}: it took ${seconds.toFixed(1)} seconds`),
    ...miss(
      limitUsed > scaleBars.limitUsed,
      `sweep of ${sandboxes}: it used ${limitUsed.toFixed(2)} of the limit ${limit}`,
    ),
  ]);
  return [
    ...each,
    ...miss(ratio > scaleBars.costRatio, `a sandbox of the largest fleet costs ${ratio.toFixed(2)} times`),
  ];
}

/** What one sandbox costs in a sweep. */
function costOf({ usd, sandboxes }: Swept): number {
  return usd / sandboxes;
}

function missesOfRecovery({ name, starts, ready, failed, leaks, recovery, atPace }: Recovery): string[] {
  const allowed = 2 * atPace + scaleBars.recoverySeconds;
  return [
    ...miss(ready < starts || failed > 0, `${name}: of ${starts} starts ${ready} became READY, and ${failed} failed`),
    ...miss(leaks > 0, `${name}: ${leaks} tasks, volumes or rows are on their own`),
    ...miss(
      recovery > allowed,
      `${name}: recovery took ${recovery.toFixed(0)} seconds, ${allowed.toFixed(0)} are allowed`,
    ),
  ];
}

function miss(isMissed: boolean, sentence: string): string[] {
  return isMissed ? [sentence] : [];
}

import { limits } from '../../../shared/domain/sandboxes/record/limits.ts';
import { beyondLimits, type Recovery, troubles } from './scenarios/beyond-limits.ts';
import { type Burst, burst } from './scenarios/burst.ts';
import { type EntryCosts, entriesOf } from './scenarios/entries.ts';
import { type Swept, sweepOf } from './scenarios/sweep.ts';
import { LAMBDA_CONCURRENCY } from './world/quota.ts';

const scaleBars = {
  /** Minimum share of the RunTask quota that a burst uses. */
  quotaUsed: 0.95,
  /** Maximum wait of late owners, as a share of the longest wait of the owner who requests half of the starts. */
  lateWait: 0.6,
  /** Maximum share of the Lambda concurrency of an account. */
  functions: 0.5,
  sweepSeconds: 30,
  /** Maximum cost of a sandbox in the largest fleet, relative to a fleet of a tenth of the size. */
  costRatio: 1.2,
  /** Maximum share of every AWS limit that a sweep uses. */
  limitUsed: 0.5,
  /** Maximum seconds from an agent's address until its name works, and from a pause until it does not. */
  nameSeconds: 8,
  /** Maximum calls of the edge's store for each start of a burst. */
  storeCalls: 0.3,
  /** Maximum share of the edge's store that 10,000 entries take. */
  storeUsed: 0.4,
  /** Maximum units of the table of entries, and calls of the edge's store, in an idle minute. */
  idleReads: 6,
  idleCalls: 0,
  /** Seconds allowed beyond twice the time that the pace needs for the backlog: the longest retry pause and a sweep. */
  recoverySeconds: limits.retryPause + 60,
} as const;

interface ScaleFigures {
  readonly bursts: readonly Burst[];
  readonly sweeps: readonly Swept[];
  readonly recoveries: readonly Recovery[];
  readonly entries: readonly EntryCosts[];
}

interface Sizes {
  readonly bursts: readonly number[];
  readonly sweeps: readonly number[];
  readonly startsInTrouble: number;
  /** Starts at once, and milliseconds between two of those that come one by one. */
  readonly entries: readonly (readonly [starts: number, every?: number])[];
}

export const sizes = {
  whole: {
    bursts: [100, 1_000, 10_000],
    sweeps: [0, 100, 1_000, 10_000],
    startsInTrouble: 1_000,
    entries: [[60, 20_000], [100], [1_000]],
  },
  short: { bursts: [100, 1_000], sweeps: [0, 100, 1_000], startsInTrouble: 100, entries: [[100]] },
} as const satisfies Readonly<Record<string, Sizes>>;

/** @param progress is called with the name of each finished measurement */
export async function measureScale(sizes: Sizes, progress: (done: string) => void): Promise<ScaleFigures> {
  const figures = {
    bursts: [] as Burst[],
    sweeps: [] as Swept[],
    recoveries: [] as Recovery[],
    entries: [] as EntryCosts[],
  };
  for (const starts of sizes.bursts) {
    figures.bursts.push(await burst(starts));
    progress(`burst of ${starts}`);
  }
  for (const sandboxes of sizes.sweeps) {
    figures.sweeps.push(await sweepOf(sandboxes));
    progress(`sweep of ${sandboxes}`);
  }
  for (const trouble of troubles) {
    figures.recoveries.push(await beyondLimits(trouble, sizes.startsInTrouble));
    progress(trouble.name);
  }
  for (const [starts, every] of sizes.entries) {
    figures.entries.push(...(await entriesOf(starts, every)));
    progress(`entries of ${starts}`);
  }
  return figures;
}

/** @returns a sentence for each missed bar */
export function scaleMisses({ bursts, sweeps, recoveries, entries }: ScaleFigures): readonly string[] {
  return [
    ...bursts.flatMap(missesOfBurst),
    ...missesOfSweeps(sweeps),
    ...recoveries.flatMap(missesOfRecovery),
    ...entries.flatMap(missesOfEntries),
  ];
}

/** Sentences, each with whether its bar is missed. */
type Checks = readonly (readonly [isMissed: boolean, sentence: string])[];

const missed = (checks: Checks) => checks.flatMap(([isMissed, sentence]) => (isMissed ? [sentence] : []));

function missesOfBurst(burst: Burst): string[] {
  const { starts, ready, failed, throttled, quotaUsed, lateWait = 0, largeWait } = burst;
  const { functionsAtOnce, nameWait, storeCalls } = burst;
  const late = lateWait / largeWait;
  const mostFunctions = scaleBars.functions * LAMBDA_CONCURRENCY;
  return missed([
    [ready < starts || failed > 0, `${starts} starts: ${ready} became READY, and ${failed} failed`],
    [throttled > 0, `${starts} starts: ECS throttled ${throttled} RunTask calls`],
    [quotaUsed < scaleBars.quotaUsed, `${starts} starts: they used ${quotaUsed.toFixed(3)} of the quota`],
    [late > scaleBars.lateWait, `${starts} starts: late owners waited ${late.toFixed(2)} of the longest wait`],
    [functionsAtOnce > mostFunctions, `${starts} starts: ${functionsAtOnce} functions ran at once`],
    [nameWait > scaleBars.nameSeconds, `${starts} starts: a name took ${nameWait.toFixed(1)} seconds to the edge`],
    [storeCalls > starts * scaleBars.storeCalls, `${starts} starts: ${storeCalls} calls of the edge's store`],
  ]);
}

function missesOfSweeps(sweeps: readonly Swept[]): string[] {
  const [smaller, largest] = sweeps.toSorted((a, b) => a.sandboxes - b.sandboxes).slice(-2);
  const costOf = ({ usd, sandboxes }: Swept) => usd / sandboxes;
  const ratio = smaller && largest && smaller.sandboxes > 0 ? costOf(largest) / costOf(smaller) : 0;
  const each = sweeps.flatMap(
    ({ sandboxes, seconds, complete, limit, limitUsed, storeUsed, storeCalls }): Checks => [
      [storeUsed > scaleBars.storeUsed, `sweep of ${sandboxes}: ${storeUsed.toFixed(2)} of the edge's store is used`],
      [storeCalls > 0, `sweep of ${sandboxes}: it called the edge's store ${storeCalls} times`],
      [!complete, `sweep of ${sandboxes}: it was incomplete`],
      [seconds > scaleBars.sweepSeconds, `sweep of ${sandboxes}: it took ${seconds.toFixed(1)} seconds`],
      [limitUsed > scaleBars.limitUsed, `sweep of ${sandboxes}: it used ${limitUsed.toFixed(2)} of the limit ${limit}`],
    ],
  );
  return missed([
    ...each,
    [ratio > scaleBars.costRatio, `a sandbox of the largest fleet costs ${ratio.toFixed(2)} times as much`],
  ]);
}

function missesOfRecovery({ name, starts, ready, failed, leaks, recovery, atPace }: Recovery): string[] {
  const allowed = 2 * atPace + scaleBars.recoverySeconds;
  const [took, most] = [recovery, allowed].map((seconds) => seconds.toFixed(0));
  return missed([
    [ready < starts || failed > 0, `${name}: of ${starts} starts ${ready} became READY, and ${failed} failed`],
    [leaks > 0, `${name}: ${leaks} tasks, volumes or rows leaked`],
    [recovery > allowed, `${name}: recovery took ${took} seconds, and ${most} are allowed`],
  ]);
}

function missesOfEntries({ during, kind, slowest, reads, calls }: EntryCosts): string[] {
  const most = scaleBars.nameSeconds;
  const isIdle = kind === 'idle';
  return missed([
    [slowest !== undefined && slowest > most, `${during}: the slowest took ${slowest?.toFixed(1)} seconds`],
    [isIdle && reads > scaleBars.idleReads, `${during}: the table of entries was read for ${reads} units`],
    [isIdle && calls > scaleBars.idleCalls, `${during}: ${calls} calls of the store`],
  ]);
}

import { median, quantile } from '../statistics.ts';
import type { Measures } from './measures.ts';
import { type Kind, kinds } from './processes.ts';
import { type OperationName, operations } from './scene.ts';

export interface OperationFigures {
  readonly requestsPerSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Milliseconds of CPU for each request, by kind of process and in all. */
  readonly cpu: Readonly<Record<Kind | 'all', number>>;
}

/** What a report shows, and what `before.json` keeps: medians over the runs. */
export interface Figures {
  /** CPU milliseconds of a request to a plain server, in the same run. */
  readonly floor: number;
  /** Of the plain server; figures kept from before do not have it. */
  readonly floorRequestsPerSecond?: number;
  readonly startMilliseconds: number;
  /** Percent of one core. */
  readonly idlePercent: number;
  readonly operations: Readonly<Record<OperationName, OperationFigures>>;
  readonly memory: Measures['memory'];
}

export function figuresOf({ floor, runs, memory }: Measures): Figures {
  return {
    floor: floor.milliseconds,
    floorRequestsPerSecond: floor.requestsPerSecond,
    startMilliseconds: median(runs.map(({ startMilliseconds }) => startMilliseconds)),
    idlePercent: median(runs.map(({ idlePercent }) => idlePercent)),
    operations: Object.fromEntries(
      operations.map((operation) => [operation, operationFigures(runs.map((run) => run.operations[operation]))]),
    ) as Figures['operations'],
    memory,
  };
}

function operationFigures(
  measured: readonly Measures['runs'][number]['operations'][OperationName][],
): OperationFigures {
  const all = measured.flatMap(({ round }) => round.milliseconds);
  const byKind = kinds.map((kind) => [kind, median(measured.map(({ cpu }) => cpu[kind]))] as const);
  const sum = byKind.reduce((total, [, value]) => total + value, 0);
  return {
    requestsPerSecond: median(measured.map(({ round }) => round.requestsPerSecond)),
    p50: quantile(all, 0.5),
    p99: quantile(all, 0.99),
    cpu: { ...Object.fromEntries(byKind), all: sum } as OperationFigures['cpu'],
  };
}

/** By how much live objects of the gateway grow with 1,000 requests, from the second look on: caches are full then. */
export function growthKilobytes({ requests, liveMegabytes }: Figures['memory']): number {
  const [, early = 0, ...rest] = liveMegabytes;
  const last = rest.at(-1) ?? early;
  const thousands = ((requests / (liveMegabytes.length - 1)) * rest.length) / 1000;
  return ((last - early) * 1024) / thousands;
}

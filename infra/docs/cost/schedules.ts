import { MINUTES_OF_MONTH } from './assumptions.ts';
import type { Deployed } from './deployed.ts';

/** How many runs a month the schedules of a stage start. */
export function scheduledRuns(resources: readonly Deployed[]): number {
  return resources
    .filter(({ type }) => type === 'AWS::Events::Rule')
    .flatMap(({ properties: { ScheduleExpression: rate, Targets: targets } }) =>
      typeof rate === 'string' ? [runsOf(rate) * (Array.isArray(targets) ? targets.length : 1)] : [],
    )
    .reduce((sum, runs) => sum + runs, 0);
}

/** Memory of the largest function, in GB: no schedule starts one that costs more. */
export function gigabytesOfLargest(resources: readonly Deployed[]): number {
  const sizes = resources
    .filter(({ type }) => type === 'AWS::Lambda::Function')
    .map(({ properties: { MemorySize: size } }) => Number(size ?? 128));
  return Math.max(...sizes) / 1024;
}

const minutesOf: Readonly<Record<string, number>> = { minute: 1, hour: 60, day: 24 * 60 };

/** @throws when the expression is no rate */
function runsOf(expression: string): number {
  const [, count, unit] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  const minutes = Number(count) * (minutesOf[unit ?? ''] ?? Number.NaN);
  if (!(minutes > 0)) throw new Error(`The schedule '${expression}' is no rate: teach infra/docs/cost/schedules.ts.`);
  return MINUTES_OF_MONTH / minutes;
}

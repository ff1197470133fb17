import { MINUTES_OF_MONTH } from './assumptions.ts';
import type { Deployed } from './deployed.ts';
import { functionsIn, gigabytesOfLargest } from './memory.ts';

/** How many runs a month the schedules of a stage start. */
export function scheduledRuns(resources: readonly Deployed[]): number {
  return resources.reduce((sum, { properties }) => sum + runsBy(properties), 0);
}

/** GB-seconds of these runs, each so many seconds long. */
export function scheduledGigabyteSeconds(resources: readonly Deployed[], runSeconds: number): number {
  return resources.reduce((sum, { properties }) => {
    const runs = runsBy(properties);
    if (runs === 0) return sum;
    const started = functionsIn(resources).filter(
      ({ id }) => id && JSON.stringify(properties.Targets).includes(`"${id}"`),
    );
    return sum + runs * runSeconds * gigabytesOfLargest(started);
  }, 0);
}

function runsBy({ ScheduleExpression: rate, Targets: targets }: Deployed['properties']): number {
  return typeof rate === 'string' ? runsOf(rate) * (Array.isArray(targets) ? targets.length : 1) : 0;
}

const minutesOf: Readonly<Record<string, number>> = { minute: 1, hour: 60, day: 24 * 60 };

/** @throws when the expression is no rate */
function runsOf(expression: string): number {
  const [, count, unit] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  const minutes = Number(count) * (minutesOf[unit ?? ''] ?? Number.NaN);
  if (!(minutes > 0)) throw new Error(`The schedule '${expression}' is no rate: teach infra/docs/cost/schedules.ts.`);
  return MINUTES_OF_MONTH / minutes;
}

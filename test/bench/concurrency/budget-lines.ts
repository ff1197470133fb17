import { type WorkerId, workers } from '../../../shared/contract/workers.ts';
import { durationMs } from './duration.ts';
import type { Run, Workload } from './workloads.ts';

type Caps = Readonly<Partial<Record<WorkerId, number>>>;

/** What one function is held by a kind of load. */
export interface Line {
  readonly load: Workload;
  readonly fn: Run['fn'];
  readonly durationMs: number;
  /** How many run at a time, by Little's law: what arrives in a second, by the seconds that each is held. */
  readonly atOnce: number;
  /** Its share of an account; none for endpoints. */
  readonly cap: number | undefined;
}

export function linesOf(loads: readonly Workload[], caps: Caps): readonly Line[] {
  return loads.flatMap((load) =>
    load.runs.map(({ fn, perUnit, work }) => {
      const each = durationMs(work);
      const cap = fn === 'endpoint' ? undefined : caps[fn];
      return { load, fn, durationMs: each, atOnce: (load.perSecond * perUnit * each) / 1_000, cap };
    }),
  );
}

/** What the account of the budget runs at a time. */
const ACCOUNT = 1_000;

/** @returns what is wrong: a worker without a share, a share below its load, or endpoints with too little left. */
export function concurrencyMisses(lines: readonly Line[], caps: Caps): readonly string[] {
  const uncapped = workers.filter(({ id }) => caps[id] === undefined).map(({ id }) => `${id} has no share`);
  const short = lines.flatMap(({ load, fn, atOnce, cap }) =>
    cap !== undefined && atOnce > cap ? [`${fn}: ${load.name} hold ${atOnce.toFixed(0)}, its share is ${cap}`] : [],
  );
  const left = ACCOUNT - Object.values(caps).reduce((sum, cap) => sum + cap, 0);
  const endpoints = lines.filter(({ fn }) => fn === 'endpoint').reduce((sum, { atOnce }) => sum + atOnce, 0);
  const crowded =
    endpoints > left ? [`endpoints: all loads together hold ${endpoints.toFixed(0)}, ${left} are left to them`] : [];
  return [...uncapped, ...short, ...crowded];
}

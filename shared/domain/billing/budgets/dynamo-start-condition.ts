import { limitAttributes } from '../../../contract/shapes/limits.ts';
import { absent, any, type Condition, exists, is } from '../../../platform/aws/expressions.ts';
import { timestamp } from '../../../platform/clock.ts';
import { ACTIVE_KEY, CPU_UNITS_KEY, SPENT_MICRO_USD, SUSPENDED_AT } from './account.ts';
import {
  type Counter,
  type Demand,
  isConcurrency,
  reliedOn,
  type SettledSince,
  type StartBounds,
  startRules,
} from './start-rules.ts';

/** Increments of an owner's row, by attribute. */
export type Additions = Readonly<Record<string, number>>;

/** The reservation of a start, and the conditions under which the account admits it. */
export interface StartReservation {
  readonly add: Additions;
  readonly when: readonly Condition[];
}

/** The changed counts of the owner and of lineages. */
export function countsOf({ owner, lineages, cpuUnits }: Demand): Additions {
  return {
    ...{ active_sandboxes: owner, cpu_units: cpuUnits.owner, count_changes: 1 },
    ...byLineage(ACTIVE_KEY, lineages),
    ...byLineage(CPU_UNITS_KEY, cpuUnits.lineages),
  };
}

function byLineage(prefix: string, differences: ReadonlyMap<string, number>): Additions {
  const changed = [...differences].filter(([, difference]) => difference !== 0);
  return Object.fromEntries(changed.map(([id, difference]) => [`${prefix}${id}`, difference]));
}

/** The reservation of a start. `checkAdmission` evaluates the same rules. */
export function reservationOf(demand: Demand, bounds: StartBounds): StartReservation {
  const { concurrency, budgets } = startRules(bounds.known, demand, bounds);
  const limits = reliedOn.map((name) => equals(limitAttributes[name], bounds.known[name]));
  const admitted = [notSuspended, ...limits, ...concurrency.flatMap(atMost)];
  if (!budgets) return { add: {}, when: admitted };
  return {
    add: Object.fromEntries(budgets.counters.map(({ attribute, added }) => [attribute, added])),
    when: [...admitted, ...settledSince(budgets.settled), ...budgets.counters.flatMap(atMost)],
  };
}

/** A suspension applies at once, as it refuses the transaction of a start. */
export const notSuspended: Condition = absent(SUSPENDED_AT);

export function settledSince({ month, after, lineages }: SettledSince): readonly Condition[] {
  const settled = [is('budget_month', '=', month), is('budget_settled_at', '>', timestamp(after))];
  return [...settled, ...lineages.map((id) => exists(`${SPENT_MICRO_USD}${id}`))];
}

/** A missing count of what runs is 0. Missing usage was never read from the ledger, so the condition fails. */
function atMost({ unit, attribute, added, limit }: Counter): readonly Condition[] {
  if (limit === null) return [];
  const most = limit - added;
  const isBelow = is(attribute, '<=', most);
  return [isConcurrency(unit) && most >= 0 ? any(absent(attribute), isBelow) : isBelow];
}

/** A limit that an administrator has just set or removed applies at once. */
function equals(attribute: string, expected: number | null): Condition {
  return expected === null ? absent(attribute) : is(attribute, '=', expected);
}

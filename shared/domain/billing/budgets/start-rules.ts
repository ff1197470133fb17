import { BudgetUnit, type LimitScope, type LimitUnit } from '../../../contract/shapes/enums.ts';
import type { LimitName, Limits } from '../../../contract/shapes/limits.ts';
import type { Lineage } from '../../../contract/shapes/lineages.ts';
import type { Clock } from '../../../platform/clock.ts';
import { ACTIVE_KEY, type OwnerAccount, SPENT_MICRO_USD, SPENT_SECONDS, type Spent } from './account.ts';
import { budgetOf, hasBudget, monthOf, spentOf } from './monthly-budget.ts';

/** The API key that starts something, with the lineages whose limits bound it. */
export interface StartingKey {
  readonly id: string;
  readonly lineages: readonly Lineage[];
}

/** The conditions of a start. */
export interface StartBounds {
  /** How many sandboxes an owner without a limit of their own may run at a time. */
  readonly sandboxes: number;
  /** The owner's own limits, as they were read last. A start that assumed outdated ones is refused, and tried again. */
  readonly known: Limits;
  readonly key: StartingKey;
  readonly now: Clock;
}

/** The demand of changes on their owner's account. */
export interface Demand {
  /** How many sandboxes more count, for the owner and by lineage. One that only changes hands is in it with 0. */
  readonly owner: number;
  readonly lineages: ReadonlyMap<string, number>;
  /** How many start; sandboxes that end are not subtracted. */
  readonly starts: number;
  /** The reservation of these starts. */
  readonly reserves: Spent;
}

/** A counter in the row of an owner that a start adds to: the sum may not exceed its limit. */
export interface Counter {
  readonly scope: LimitScope;
  /** The id of the lineage whose limit it is; null for the owner's. */
  readonly lineage: string | null;
  readonly unit: LimitUnit;
  readonly attribute: string;
  /** The counter in an account that was read from the row. */
  readonly used: (account: OwnerAccount) => number;
  readonly added: number;
  /** In the unit of the counter; null where there is no bound. */
  readonly limit: number | null;
}

/** The ledger must have been read into the account for this month, after this time, and for these lineages. */
export interface SettledSince {
  readonly month: string;
  readonly after: Date;
  /** Those that have budgets. */
  readonly lineages: readonly string[];
}

/** The rules of a start: `checkAdmission` evaluates them, and `reservationOf` writes them as a condition. */
export interface StartRules {
  /** In the order in which the first that has no room is reported. */
  readonly sandboxes: readonly Counter[];
  /** Null where no budget bounds the start: then it sets nothing aside. */
  readonly budgets: { readonly settled: SettledSince; readonly counters: readonly Counter[] } | null;
}

/** The owner's limits that a start relies on. */
export const reliedOn: readonly LimitName[] = ['sandboxes', 'monthly_budget_usd', 'monthly_sandbox_hours'];

/** Spending that was read from the ledger longer ago, in milliseconds, admits nothing. */
const SETTLED_AT_ALL = 10 * 60_000;

/** Whether budgets bound a start: then it sets aside its share of them. */
export function isBudgeted({ known, key }: Pick<StartBounds, 'known' | 'key'>): boolean {
  return hasBudget(known) || budgetedLineages(key).length > 0;
}

/** The lineages with a budget of their own. */
export function budgetedLineages({ lineages }: StartingKey): readonly Lineage[] {
  return lineages.filter(({ limits }) => hasBudget(limits));
}

/** The rules of a start that has this demand, for an owner with these limits. Every lineage counts all of its keys. */
export function startRules(
  owner: Limits,
  demand: Demand,
  { sandboxes, key, now }: Omit<StartBounds, 'known'>,
): StartRules {
  const ofOwner: Counter = {
    ...{ scope: 'owner', lineage: null, unit: 'sandboxes', attribute: 'active_sandboxes' },
    used: ({ active }) => active,
    added: demand.owner,
    limit: owner.sandboxes ?? sandboxes,
  };
  const counts = { sandboxes: [...key.lineages.map((lineage) => countOfLineage(lineage, demand)), ofOwner] };
  if (!isBudgeted({ known: owner, key })) return { ...counts, budgets: null };
  const time = now();
  const budgeted = budgetedLineages(key);
  const lineages = budgeted.map(({ id }) => id);
  const settled = { month: monthOf(time), after: new Date(time.getTime() - SETTLED_AT_ALL), lineages };
  const lineageCounters = budgeted.flatMap((lineage) =>
    BudgetUnit.options.map((unit) => spendingOfLineage(lineage, unit, demand)),
  );
  const ownerCounters = BudgetUnit.options.map((unit) => spendingOfOwner(owner, unit, demand));
  return { ...counts, budgets: { settled, counters: [...lineageCounters, ...ownerCounters] } };
}

function countOfLineage({ id, limits }: Lineage, demand: Demand): Counter {
  return {
    ...{ scope: 'key', lineage: id, unit: 'sandboxes', attribute: `${ACTIVE_KEY}${id}` },
    used: ({ activeByLineage }) => activeByLineage.get(id) ?? 0,
    added: demand.lineages.get(id) ?? 0,
    limit: limits.sandboxes,
  };
}

function spendingOfLineage({ id, limits }: Lineage, unit: BudgetUnit, { reserves }: Demand): Counter {
  return {
    ...{ scope: 'key', lineage: id, unit, attribute: `${unit === 'usd' ? SPENT_MICRO_USD : SPENT_SECONDS}${id}` },
    used: ({ settled }) => spentOf(settled?.lineages.get(id) ?? nothing, unit),
    added: spentOf(reserves, unit),
    limit: budgetOf(limits, unit),
  };
}

function spendingOfOwner(limits: Limits, unit: BudgetUnit, { reserves }: Demand): Counter {
  return {
    ...{ scope: 'owner', lineage: null, unit, attribute: unit === 'usd' ? 'spent_micro_usd' : 'spent_seconds' },
    used: ({ settled }) => spentOf(settled?.owner ?? nothing, unit),
    added: spentOf(reserves, unit),
    limit: budgetOf(limits, unit),
  };
}

const nothing: Spent = { microUsd: 0, seconds: 0 };

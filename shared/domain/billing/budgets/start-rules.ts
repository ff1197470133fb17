import { BudgetUnit, ConcurrencyUnit, type LimitScope, type LimitUnit } from '../../../contract/shapes/enums.ts';
import type { LimitName, Limits } from '../../../contract/shapes/limits.ts';
import { isOfMember, type Lineage } from '../../../contract/shapes/lineages.ts';
import type { Clock } from '../../../platform/clock.ts';
import { ACTIVE_KEY, CPU_UNITS_KEY, type OwnerAccount, SPENT_MICRO_USD, SPENT_SECONDS, type Spent } from './account.ts';
import { budgetOf, hasBudget, monthOf, spentOf } from './monthly-budget.ts';

/** The API key of a start, with the lineages whose limits apply to it. */
export interface StartingKey {
  readonly id: string;
  readonly lineages: readonly Lineage[];
}

/** The limits of owners without limits of their own, on what runs at the same time. */
export type StageLimits = Readonly<Record<ConcurrencyUnit, number>>;

/** The limits that apply to a start. */
export interface StartBounds {
  readonly stage: StageLimits;
  /** The owner's own limits as last read. A start that assumed outdated limits is refused and retried. */
  readonly known: Limits;
  readonly key: StartingKey;
  readonly now: Clock;
}

/** What a set of changes adds to the owner's account. */
export interface Demand {
  /** How many more sandboxes count, for the owner and by lineage. A sandbox that only changes its payer adds 0. */
  readonly owner: number;
  readonly lineages: ReadonlyMap<string, number>;
  /** The same for their vCPUs, in 1024ths. */
  readonly cpuUnits: { readonly owner: number; readonly lineages: ReadonlyMap<string, number> };
  /** How many start. Sandboxes that end are not subtracted. */
  readonly starts: number;
  /** The reservation of these starts. */
  readonly reserves: Spent;
}

/** A counter in the owner's row that a start adds to. The sum may not exceed its limit. */
export interface Counter {
  readonly scope: LimitScope;
  /** The id of the lineage whose limit it is; null for the owner's limit. */
  readonly lineage: string | null;
  readonly unit: LimitUnit;
  readonly attribute: string;
  /** Its current value in an account. */
  readonly used: (account: OwnerAccount) => number;
  readonly added: number;
  /** In the unit of the counter; null for no limit. */
  readonly limit: number | null;
}

/** The account must have been settled for this month, after this time, and for these lineages. */
export interface SettledSince {
  readonly month: string;
  readonly after: Date;
  /** The lineages with budgets. */
  readonly lineages: readonly string[];
}

/** The rules of a start. `checkAdmission` evaluates them, and `reservationOf` writes them as a condition. */
export interface StartRules {
  /** What runs at the same time. The first counter without room is the one that is reported. */
  readonly concurrency: readonly Counter[];
  /** Null when no budget applies: then the start reserves nothing. */
  readonly budgets: { readonly settled: SettledSince; readonly counters: readonly Counter[] } | null;
}

export function isConcurrency(unit: LimitUnit): unit is ConcurrencyUnit {
  return unit === 'sandboxes' || unit === 'vcpus';
}

export const reliedOn: readonly LimitName[] = ['sandboxes', 'vcpus', 'monthly_budget_usd', 'monthly_sandbox_hours'];

/** How old settled usage can be to admit a start or a call of a model, in milliseconds. */
export const SETTLED_AT_ALL = 10 * 60_000;

/** Whether a budget applies to a start, which then reserves its share. */
export function isBudgeted({ known, key }: Pick<StartBounds, 'known' | 'key'>): boolean {
  return hasBudget(known) || budgetedLineages(key).length > 0;
}

/** The lineages with a budget of their own. */
export function budgetedLineages({ lineages }: StartingKey): readonly Lineage[] {
  return lineages.filter(({ limits }) => hasBudget(limits));
}

/**
 * The rules of a start with this demand, for an owner with these limits. A lineage counts the sandboxes of all its
 * keys.
 */
export function startRules(owner: Limits, demand: Demand, { stage, key, now }: Omit<StartBounds, 'known'>): StartRules {
  const concurrency = ConcurrencyUnit.options.flatMap((unit) => [
    ...key.lineages.map((lineage) => countOfLineage(lineage, unit, demand)),
    countOfOwner(owner, unit, demand, stage),
  ]);
  if (!isBudgeted({ known: owner, key })) return { concurrency, budgets: null };
  const time = now();
  const budgeted = budgetedLineages(key);
  const lineages = budgeted.map(({ id }) => id);
  const settled = { month: monthOf(time), after: new Date(time.getTime() - SETTLED_AT_ALL), lineages };
  const lineageCounters = budgeted.flatMap((lineage) =>
    BudgetUnit.options.map((unit) => spendingOfLineage(lineage, unit, demand)),
  );
  const ownerCounters = BudgetUnit.options.map((unit) => spendingOfOwner(owner, unit, demand));
  return { concurrency, budgets: { settled, counters: [...lineageCounters, ...ownerCounters] } };
}

/** Limits in vCPUs, which are counted in 1024ths. */
function inCounted(unit: ConcurrencyUnit, limit: number | null): number | null {
  return limit === null || unit === 'sandboxes' ? limit : Math.floor(limit * 1024);
}

function countOfOwner(owner: Limits, unit: ConcurrencyUnit, demand: Demand, stage: StageLimits): Counter {
  const limit = inCounted(unit, owner[unit] ?? stage[unit]);
  const common = { scope: 'owner', lineage: null, unit, limit } as const;
  if (unit === 'vcpus') {
    return { ...common, attribute: 'cpu_units', used: ({ cpuUnits }) => cpuUnits, added: demand.cpuUnits.owner };
  }
  return { ...common, attribute: 'active_sandboxes', used: ({ active }) => active, added: demand.owner };
}

function countOfLineage({ id, limits }: Lineage, unit: ConcurrencyUnit, demand: Demand): Counter {
  const common = { scope: scopeOf(id), lineage: id, unit, limit: inCounted(unit, limits[unit]) } as const;
  if (unit === 'vcpus') {
    return {
      ...{ ...common, attribute: `${CPU_UNITS_KEY}${id}`, added: demand.cpuUnits.lineages.get(id) ?? 0 },
      used: ({ cpuUnitsByLineage }) => cpuUnitsByLineage.get(id) ?? 0,
    };
  }
  return {
    ...{ ...common, attribute: `${ACTIVE_KEY}${id}`, added: demand.lineages.get(id) ?? 0 },
    used: ({ activeByLineage }) => activeByLineage.get(id) ?? 0,
  };
}

function spendingOfLineage({ id, limits }: Lineage, unit: BudgetUnit, { reserves }: Demand): Counter {
  return {
    ...{ scope: scopeOf(id), lineage: id, unit, attribute: `${unit === 'usd' ? SPENT_MICRO_USD : SPENT_SECONDS}${id}` },
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

function scopeOf(lineage: string): LimitScope {
  return isOfMember({ id: lineage }) ? 'member' : 'key';
}

const nothing: Spent = { microUsd: 0, seconds: 0 };

import type { LimitScope } from '../../../contract/shapes/enums.ts';
import type { Limits } from '../../../contract/shapes/limits.ts';
import { isOfMember, type Lineage } from '../../../contract/shapes/lineages.ts';
import { absent, all, any, type Condition, is } from '../../../platform/aws/expressions.ts';
import { budgetAttributes, type OwnerAccount } from '../../billing/budgets/account.ts';
import { budgetOf } from '../../billing/budgets/monthly-budget.ts';

/** A monthly budget in the owner's row that a call counts towards. */
export interface CallBudget {
  readonly scope: LimitScope;
  /** The id of the lineage; null for the budget of the owner. */
  readonly lineage: string | null;
  /** In micro-USD. */
  readonly limit: number;
}

/** The budgets in US dollars. Those in sandbox-hours do not concern models. */
export function callBudgets(owner: Limits, lineages: readonly Lineage[]): readonly CallBudget[] {
  const all = [...lineages.map(({ id, limits }) => ({ id, limits })), { id: null, limits: owner }];
  return all.flatMap(({ id, limits }) => {
    const limit = budgetOf(limits, 'usd');
    return limit === null ? [] : [{ scope: scopeOf(id), lineage: id, limit }];
  });
}

function scopeOf(lineage: string | null): LimitScope {
  if (lineage === null) return 'owner';
  return isOfMember({ id: lineage }) ? 'member' : 'key';
}

/** What counts towards a budget, in micro-USD. */
export interface BudgetUse {
  /** With what calls in progress have reserved. */
  readonly spent: number;
  /** Calls in progress. */
  readonly inProgress: number;
}

/**
 * The rule of a call whose largest cost is `largest`. Calls that fit are admitted together. One that does not fit is
 * admitted only when no other is in progress and something is left, as its real cost is usually far below its largest.
 * So a budget is exceeded by at most one call, and its last dollars can be used.
 */
export function admits(limit: number, { spent, inProgress }: BudgetUse, largest: number): boolean {
  return spent + largest <= limit || (inProgress <= 0 && spent < limit);
}

/** The same rule as a condition on these attributes. */
export function admitted(limit: number, attributes: Attributes, largest: number): Condition {
  const { spent, inProgress } = attributes;
  return any(
    is(spent, '<=', limit - largest),
    all(any(absent(inProgress), is(inProgress, '<=', 0)), is(spent, '<', limit)),
  );
}

type Attributes = Readonly<Record<keyof BudgetUse, string>>;

/** What counts towards a budget of an account that was settled for it. */
export function useOf({ settled, models }: OwnerAccount, { lineage }: CallBudget): BudgetUse {
  const spent = lineage === null ? settled?.owner : settled?.lineages.get(lineage);
  const sums = lineage === null ? models.owner : models.lineages.get(lineage);
  return { spent: spent?.microUsd ?? 0, inProgress: sums?.inProgress ?? 0 };
}

/** The increments of a call that begins. Its reservation counts as spent. */
export function reserved(budgets: readonly (string | null)[], microUsd: number): Readonly<Record<string, number>> {
  return increments(budgets, { spent: microUsd, models: microUsd, inProgress: 1 });
}

/** The increments of a call that ends: its cost takes the place of its reservation. */
export function settledAt(
  budgets: readonly (string | null)[],
  reservedMicroUsd: number,
  costMicroUsd: number,
): Readonly<Record<string, number>> {
  const rest = costMicroUsd - reservedMicroUsd;
  return increments(budgets, { spent: rest, models: rest, closed: costMicroUsd, inProgress: -1 });
}

function increments(
  budgets: readonly (string | null)[],
  changes: Partial<Record<keyof ReturnType<typeof budgetAttributes>, number>>,
): Readonly<Record<string, number>> {
  const each = budgets.map((lineage) => {
    const attributes = budgetAttributes(lineage);
    return Object.entries(changes).map(([name, by]) => [attributes[name as keyof typeof attributes], by] as const);
  });
  return Object.fromEntries(each.flat());
}

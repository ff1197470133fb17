import type { Limits } from '../../contract/shapes/limits.ts';
import { log } from '../../platform/log.ts';
import type { OwnerAccount } from '../billing/budgets/account.ts';
import { hasBudget } from '../billing/budgets/monthly-budget.ts';
import type { Head } from './fleet.ts';
import type { SweepRun } from './sweep-run.ts';
import { type WatchDeps, watchBudgets } from './watch-budgets.ts';

/**
 * Checks every owner with budgets and active sandboxes. Other owners cost nothing.
 *
 * @param atWork the sandboxes that do not rest: a pausing one costs money until its task has ended
 */
export async function sweepBudgets(
  run: SweepRun,
  atWork: readonly Head[],
  accounts: ReadonlyMap<string, OwnerAccount>,
  deps: WatchDeps,
): Promise<void> {
  const owners = Map.groupBy(atWork, ({ owner_id: ownerId }) => ownerId);
  const watched = [...owners].flatMap(([ownerId, rows]) => {
    const budgeted = budgetsOf(rows);
    const limits = accounts.get(ownerId)?.limits;
    return budgeted.size > 0 || (limits && hasBudget(limits)) ? [{ ownerId, budgeted }] : [];
  });
  const nameOf = ({ ownerId }: (typeof watched)[number]) => `budget of ${ownerId}`;
  await run.each('budgets', watched, nameOf, async ({ ownerId, budgeted }) => {
    const paused = await watchBudgets(ownerId, budgeted, deps);
    if (paused > 0) log.warn('budget is used up; its sandboxes are paused', { owner_id: ownerId, paused });
  });
}

/** The lineages with budgets, as the rows of sandboxes have them: the rows of ended keys are removed. */
function budgetsOf(rows: readonly Head[]): ReadonlyMap<string, Limits> {
  const lineages = rows.flatMap((row) => row.lineages ?? []).filter(({ limits }) => hasBudget(limits));
  return new Map(lineages.map(({ id, limits }) => [id, limits]));
}

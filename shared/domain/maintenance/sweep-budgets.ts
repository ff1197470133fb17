import { log } from '../../platform/log.ts';
import type { OwnerAccount } from '../billing/budgets/account.ts';
import type { ReadKeyBudgets } from '../billing/budgets/key-budgets.ts';
import { hasBudget } from '../billing/budgets/monthly-budget.ts';
import type { SweepRun } from './sweep-run.ts';
import { type WatchDeps, watchBudgets } from './watch-budgets.ts';

export interface BudgetSweepDeps extends WatchDeps {
  readonly keyBudgets: ReadKeyBudgets;
}

/** API keys by owner whose sandboxes do not rest. A pausing sandbox costs money until its task has ended. */
export type KeysAtWork = ReadonlyMap<string, ReadonlySet<string>>;

/** Checks every owner with budgets and active sandboxes. Other owners cost one read. */
export async function sweepBudgets(
  run: SweepRun,
  atWork: KeysAtWork,
  accounts: ReadonlyMap<string, OwnerAccount>,
  deps: BudgetSweepDeps,
): Promise<void> {
  const keyIds = new Set([...atWork.values()].flatMap((keys) => [...keys]));
  const keyBudgets = await deps.keyBudgets([...keyIds]);
  const watched = [...atWork].flatMap(([ownerId, keys]) => {
    const budgeted = new Map([...keyBudgets].filter(([id]) => keys.has(id)));
    const limits = accounts.get(ownerId)?.limits;
    return budgeted.size > 0 || (limits && hasBudget(limits)) ? [{ ownerId, budgeted }] : [];
  });
  const nameOf = ({ ownerId }: (typeof watched)[number]) => `budget of ${ownerId}`;
  await run.each(watched, nameOf, async ({ ownerId, budgeted }) => {
    const paused = await watchBudgets(ownerId, budgeted, deps);
    if (paused > 0) log.warn('budget is used up; its sandboxes are paused', { owner_id: ownerId, paused });
  });
}

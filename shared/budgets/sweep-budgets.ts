import { log } from '../log.ts';
import type { SweepRun } from '../sandboxes/sweep-run.ts';
import { hasBudget, type OwnerAccount } from './account.ts';
import type { ReadKeyBudgets } from './key-budgets.ts';
import { type WatchDeps, watchBudgets } from './watch-budgets.ts';

export interface BudgetSweepDeps extends WatchDeps {
  readonly keyBudgets: ReadKeyBudgets;
}

/** What an owner has that does not rest, by the API keys that started it. Also what is paused is paid for until its task has ended. */
export type KeysAtWork = ReadonlyMap<string, ReadonlySet<string>>;

/** Every owner of something that does not rest and that a budget pays for. Who has none costs no more than the look at their row. */
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
    if (paused > 0) log.warn('a budget is used up; what ran on it is paused', { owner_id: ownerId, paused });
  });
}

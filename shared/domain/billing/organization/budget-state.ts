import type { Clock } from '../../../platform/clock.ts';
import type { DynamoMembers } from '../../accounts/people/dynamo-members.ts';
import type { OwnerAccounts } from '../budgets/account.ts';
import { monthOf } from '../budgets/monthly-budget.ts';
import type { UsageReader } from '../usage/usage-ledger.ts';
import type { BudgetState } from './budgets-view.ts';

export interface BudgetStateDeps {
  readonly accounts: Pick<OwnerAccounts, 'account'>;
  readonly members: Pick<DynamoMembers, 'ofOwner'>;
  readonly usage: UsageReader;
  /** How an owner's alerts about budgets are received. */
  readonly alertChannels: (ownerId: string) => Promise<BudgetState['channels']>;
  readonly now: Clock;
}

/** @throws AppError `usage_not_settled` */
export async function budgetState(ownerId: string, deps: BudgetStateDeps): Promise<BudgetState> {
  const now = deps.now();
  const [{ limits }, members, month, channels] = await Promise.all([
    deps.accounts.account(ownerId),
    deps.members.ofOwner(ownerId),
    deps.usage.monthToDate(ownerId, monthOf(now), now),
    deps.alertChannels(ownerId),
  ]);
  return { limits, members, month, channels };
}

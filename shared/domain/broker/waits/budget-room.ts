import type { Clock } from '../../../platform/clock.ts';
import { currentLineages } from '../../accounts/people/current-lineages.ts';
import type { OwnerAccount } from '../../billing/budgets/account.ts';
import { monthOf } from '../../billing/budgets/monthly-budget.ts';
import type { Conversation } from '../../conversations/record/conversation.ts';
import type { Sandbox } from '../../sandboxes/record/sandbox.ts';
import { type SettingsStore, settingsOf } from '../../settings/settings-store.ts';
import { admits, type BudgetUse, callBudgets, useOf } from '../calls/call-budgets.ts';
import { conversationBudgetOf } from '../calls/conversation-budget.ts';

export interface RoomDeps {
  readonly accounts: { account(ownerId: string): Promise<OwnerAccount> };
  readonly members: Parameters<typeof currentLineages>[2]['members'];
  readonly settings: Pick<SettingsStore, 'find'>;
  /** What the models of a conversation have cost. */
  readonly spentBy: (ownerId: string, conversationId: string) => Promise<BudgetUse>;
  readonly now: Clock;
}

/** The share of a budget that must be free while others use it: with less, the next request is refused, too. */
const SHARE = 0.1;

/**
 * Whether the budgets of a conversation have room for requests to its model. Reads less than an admission: without a
 * sum of this month, there is room, and the admission decides.
 */
export async function hasRoom(conversation: Conversation, sandbox: Sandbox, deps: RoomDeps): Promise<boolean> {
  const { owner_id: ownerId, conversation_id: id } = conversation;
  const [account, lineages, settings, spent] = await Promise.all([
    deps.accounts.account(ownerId),
    currentLineages(ownerId, sandbox.lineages ?? [], deps),
    settingsOf(ownerId, deps),
    deps.spentBy(ownerId, id),
  ]);
  if (account.suspension) return false;
  const own = conversationBudgetOf({ conversation, settings });
  if (own !== null && !admitsMore(own * 1_000_000, spent)) return false;
  const isKnown = account.settled?.month === monthOf(deps.now());
  return (
    !isKnown ||
    callBudgets(account.limits, lineages).every((budget) => admitsMore(budget.limit, useOf(account, budget)))
  );
}

function admitsMore(limit: number, use: BudgetUse): boolean {
  return admits(limit, use, limit * SHARE);
}

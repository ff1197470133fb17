import { DynamoOwnerAccounts } from '../../domain/billing/budgets/dynamo-owner-accounts.ts';
import { DynamoConversationSpending } from '../../domain/broker/calls/dynamo-conversation-spending.ts';
import type { RoomDeps } from '../../domain/broker/waits/budget-room.ts';
import { DynamoBudgetWaits } from '../../domain/broker/waits/dynamo-budget-waits.ts';
import { documents } from '../../platform/aws/documents.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Tables } from '../../rights/statement.ts';
import { memberStore } from '../accounts.ts';
import { settingsStore } from '../settings.ts';

export const budgetWaits = (granted: Tables<'conversations'>) => new DynamoBudgetWaits(documents(), granted);

/** For the worker that repeats runs once a budget has room. */
export const goOnDeps = (granted: Tables<'conversations' | 'owners' | 'members' | 'settings' | 'modelCalls'>) => {
  const spending = new DynamoConversationSpending(documents(), granted);
  const room: RoomDeps = {
    accounts: new DynamoOwnerAccounts(documents(), granted),
    members: memberStore(granted),
    settings: settingsStore(granted),
    spentBy: (ownerId, conversationId) => spending.of(ownerId, conversationId),
    now: systemClock,
  };
  return { waits: budgetWaits(granted), room };
};

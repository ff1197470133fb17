import { TaskBudget } from '../../../contract/shapes/fields.ts';
import type { Conversation } from '../../conversations/record/conversation.ts';
import type { OwnerSettings } from '../../settings/settings-store.ts';

interface Budgeted {
  readonly conversation: Pick<Conversation, 'max_budget_per_task'>;
  readonly settings: Pick<OwnerSettings, 'preferences'>;
}

/**
 * What the models of a conversation can cost, in US dollars; null for no limit. It counts models only, as agents that
 * know this setting compare it with what their models have cost; sandboxes have the monthly budgets.
 */
export function conversationBudgetOf({ conversation, settings }: Budgeted): number | null {
  const ofSettings = TaskBudget.safeParse(settings.preferences.max_budget_per_task).data;
  const budget = conversation.max_budget_per_task ?? ofSettings ?? 0;
  return budget === 0 ? null : budget;
}

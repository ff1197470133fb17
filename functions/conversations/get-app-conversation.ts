import { getAppConversation as endpoint } from '../../shared/contract/conversations.ts';
import type { Conversation } from '../../shared/domain/conversations/conversation.ts';
import type { ConversationStore } from '../../shared/domain/conversations/conversation-store.ts';
import { appConversationViews, type ViewDeps } from '../../shared/domain/conversations/conversation-view.ts';
import { metricsView } from '../../shared/domain/conversations/metrics.ts';
import { type ConversationCostDeps, sandboxCostOf } from '../../shared/domain/sandboxes/usage/conversation-cost.ts';
import { implement, Revised } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { systemClock } from '../../shared/platform/clock.ts';
import { NotFoundError } from '../../shared/platform/errors/errors.ts';
import { usageLedger, usagePrices } from '../../shared/wiring/billing.ts';
import { conversationReports, conversationStore } from '../../shared/wiring/conversations.ts';
import { sandboxKeys, sandboxReader } from '../../shared/wiring/sandboxes.ts';

interface Deps extends ViewDeps {
  readonly conversations: Pick<ConversationStore, 'find'>;
  readonly costs: ConversationCostDeps;
}

/** Another owner's conversation reads as absent: anything else would confirm that the id exists. */
export const getAppConversation = implement(endpoint, async ({ params, caller: { ownerId } }, deps: Deps) => {
  const conversation = await deps.conversations.find(ownerId, params.conversation_id);
  if (!conversation) throw new NotFoundError('Conversation', params.conversation_id);
  const [[view], metrics] = await Promise.all([
    appConversationViews(ownerId, [conversation], deps),
    metricsOf(conversation, deps),
  ]);
  if (!view) throw new NotFoundError('Conversation', params.conversation_id);
  return new Revised({ ...view, metrics }, conversation.revision ?? 0);
});

/** The costs of models and sandbox: two reads, so lists leave them out. */
async function metricsOf(conversation: Conversation, { costs }: Deps): Promise<Record<string, unknown> | null> {
  const { metrics } = conversation;
  return metrics ? { ...metricsView(metrics), sandbox_cost_usd: await sandboxCostOf(conversation, costs) } : null;
}

export const handler = serve(getAppConversation, () => ({
  conversations: conversationStore(),
  sandboxes: sandboxReader(),
  keys: sandboxKeys(),
  reports: conversationReports(),
  costs: { ledger: usageLedger(), sandboxes: sandboxReader(), tables: usagePrices().tables, now: systemClock },
}));

import { systemClock } from '../../shared/clock.ts';
import { getAppConversation as endpoint } from '../../shared/contract/app-conversations.ts';
import type { Conversation } from '../../shared/conversations/conversation.ts';
import type { ConversationStore } from '../../shared/conversations/conversation-store.ts';
import { appConversationViews, type ViewDeps } from '../../shared/conversations/conversation-view.ts';
import { NotFoundError } from '../../shared/errors.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { type ConversationCostDeps, sandboxCostOf } from '../../shared/usage/conversation-cost.ts';
import { conversationStore } from '../../shared/wiring/conversations.ts';
import { sandboxKeys, sandboxReader } from '../../shared/wiring/sandboxes.ts';
import { usageLedger, usagePrices } from '../../shared/wiring/usage.ts';

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
  return { ...view, metrics };
});

/** Where there are metrics, what the sandbox cost stands beside what the models cost. Lists do without: it takes two reads for each conversation. */
async function metricsOf(conversation: Conversation, { costs }: Deps): Promise<Record<string, unknown> | null> {
  const { metrics } = conversation;
  return metrics ? { ...metrics, sandbox_cost_usd: await sandboxCostOf(conversation, costs) } : null;
}

export const handler = serve(getAppConversation, () => ({
  conversations: conversationStore(),
  sandboxes: sandboxReader(),
  keys: sandboxKeys(),
  costs: { ledger: usageLedger(), sandboxes: sandboxReader(), tables: usagePrices(), now: systemClock },
}));

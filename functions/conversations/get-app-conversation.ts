import { getAppConversation as endpoint } from '../../shared/contract/conversations/conversations.ts';
import { requireHome } from '../../shared/domain/conversations/agent/reach-agent.ts';
import type {
  ConversationHome,
  ConversationHomes,
} from '../../shared/domain/conversations/record/conversation-homes.ts';
import { appConversationViews, type ViewDeps } from '../../shared/domain/conversations/record/conversation-view.ts';
import { type ConversationCostDeps, sandboxCostOf } from '../../shared/domain/sandboxes/usage/conversation-cost.ts';
import { implement, Revised } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { systemClock } from '../../shared/platform/clock.ts';
import { NotFoundError } from '../../shared/platform/errors.ts';
import { sandboxUsage, usagePrices } from '../../shared/wiring/billing.ts';
import { conversationHomes, conversationReports } from '../../shared/wiring/conversations.ts';
import { sandboxKeys, sandboxReader } from '../../shared/wiring/sandboxes.ts';

interface Deps extends ViewDeps {
  readonly homes: ConversationHomes;
  readonly costs: ConversationCostDeps;
}

/** Another owner's conversation reads as absent, so that responses do not reveal that the ID exists. */
export const getAppConversation = implement(endpoint, async ({ params, caller }, deps: Deps) => {
  const home = await requireHome(caller.ownerId, params.conversation_id, deps);
  const { conversation, found } = home;
  const [[view], metrics] = await Promise.all([
    appConversationViews(caller, [conversation], deps, new Map([[conversation.sandbox_id, found]])),
    metricsOf(home, deps),
  ]);
  if (!view) throw new NotFoundError('Conversation', params.conversation_id);
  return new Revised({ ...view, metrics }, conversation.revision ?? 0);
});

/** The costs of models and sandbox. They require a read of the ledger, so lists omit them. */
async function metricsOf({ conversation, found }: ConversationHome, { costs }: Deps) {
  const { metrics } = conversation;
  return metrics ? { ...metrics, sandbox_cost_usd: await sandboxCostOf(conversation, found, costs) } : null;
}

export const handler = serve(getAppConversation, (granted) => ({
  homes: conversationHomes(granted),
  sandboxes: sandboxReader(granted),
  keys: sandboxKeys(granted),
  reports: conversationReports(granted),
  costs: { ledger: sandboxUsage(granted), tables: usagePrices().tables, now: systemClock },
}));

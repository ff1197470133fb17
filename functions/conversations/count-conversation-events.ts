import { countConversationEvents as endpoint } from '../../shared/contract/conversations/events.ts';
import { countHistory, type HistoryDeps } from '../../shared/domain/conversations/events/read-history.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { historyDeps } from '../../shared/wiring/conversations.ts';

export const countConversationEvents = implement(endpoint, async ({ params, query, caller }, deps: HistoryDeps) => {
  return countHistory(caller.ownerId, params.conversation_id, query, deps);
});

export const handler = serve(countConversationEvents, historyDeps);

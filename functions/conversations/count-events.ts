import { countEvents as endpoint } from '../../shared/contract/conversations/events.ts';
import { countHistory, type HistoryDeps } from '../../shared/domain/conversations/events/read-history.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { historyDeps } from '../../shared/wiring/conversations.ts';

export const countEvents = implement(endpoint, async ({ query, caller }, deps: HistoryDeps) => {
  return countHistory(caller.ownerId, query.conversation_id__eq, query, deps);
});

export const handler = serve(countEvents, historyDeps);

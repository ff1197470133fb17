import { batchGetEvents as endpoint } from '../../shared/contract/conversations/events.ts';
import { eventsById, type HistoryDeps } from '../../shared/domain/conversations/events/read-history.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { historyDeps } from '../../shared/wiring/conversations.ts';

export const batchGetEvents = implement(endpoint, async ({ query, caller }, deps: HistoryDeps) => {
  return eventsById(caller.ownerId, query.conversation_id__eq, query.id, deps);
});

export const handler = serve(batchGetEvents, historyDeps);

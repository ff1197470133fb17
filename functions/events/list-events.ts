import { listEvents as endpoint } from '../../shared/contract/events.ts';
import { legacyEvents } from '../../shared/domain/events/legacy-events.ts';
import { conversationWithHistory, type HistoryDeps } from '../../shared/domain/events/read-history.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { historyDeps } from '../../shared/wiring/events.ts';

export const listEvents = implement(endpoint, async ({ params, query, caller }, deps: HistoryDeps) => {
  const { log } = await conversationWithHistory(caller.ownerId, params.conversation_id, deps);
  return legacyEvents(log, query, deps.events);
});

export const handler = serve(listEvents, historyDeps);

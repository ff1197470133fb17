import { listEvents as endpoint } from '../../shared/contract/conversations/events.ts';
import {
  type HistoryDeps,
  legacyEvents,
  requireHistory,
} from '../../shared/domain/conversations/events/read-history.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { historyDeps } from '../../shared/wiring/conversations.ts';

export const listEvents = implement(endpoint, async ({ params, query, caller }, deps: HistoryDeps) => {
  const { result } = await requireHistory(caller.ownerId, params.conversation_id, deps, (log) =>
    legacyEvents(log, query, deps.events),
  );
  return result;
});

export const handler = serve(listEvents, historyDeps);

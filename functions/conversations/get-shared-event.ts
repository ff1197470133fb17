import { getSharedEvent as endpoint } from '../../shared/contract/conversations/sharing.ts';
import { type SharedHistoryDeps, sharedEventsById } from '../../shared/domain/conversations/sharing/read-shared.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { sharedHistoryDeps } from '../../shared/wiring/conversations.ts';

export const getSharedEvent = implement(endpoint, async ({ params, request }, deps: SharedHistoryDeps) => {
  const visit = { named: params.conversation_id, sourceIp: request.sourceIp };
  const [event = null] = await sharedEventsById(visit, [params.event_id], deps);
  return event;
});

export const handler = serve(getSharedEvent, sharedHistoryDeps);

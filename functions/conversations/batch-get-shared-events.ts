import { batchGetSharedEvents as endpoint } from '../../shared/contract/conversations/sharing.ts';
import { type SharedHistoryDeps, sharedEventsById } from '../../shared/domain/conversations/sharing/read-shared.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { sharedHistoryDeps } from '../../shared/wiring/conversations.ts';

export const batchGetSharedEvents = implement(endpoint, async ({ query, request }, deps: SharedHistoryDeps) =>
  sharedEventsById({ named: query.conversation_id, sourceIp: request.sourceIp }, query.id, deps),
);

export const handler = serve(batchGetSharedEvents, sharedHistoryDeps);

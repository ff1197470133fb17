import { searchSharedEvents as endpoint } from '../../shared/contract/conversations/sharing.ts';
import { type SharedHistoryDeps, searchShared } from '../../shared/domain/conversations/sharing/read-shared.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { sharedHistoryDeps } from '../../shared/wiring/conversations.ts';

export const searchSharedEvents = implement(endpoint, async ({ query, request }, deps: SharedHistoryDeps) =>
  searchShared({ named: query.conversation_id, sourceIp: request.sourceIp }, query, deps),
);

export const handler = serve(searchSharedEvents, sharedHistoryDeps);

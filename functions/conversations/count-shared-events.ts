import { countSharedEvents as endpoint } from '../../shared/contract/conversations/sharing.ts';
import { countShared, type SharedHistoryDeps } from '../../shared/domain/conversations/sharing/read-shared.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { sharedHistoryDeps } from '../../shared/wiring/conversations.ts';

export const countSharedEvents = implement(endpoint, async ({ query, request }, deps: SharedHistoryDeps) =>
  countShared({ named: query.conversation_id, sourceIp: request.sourceIp }, query, deps),
);

export const handler = serve(countSharedEvents, sharedHistoryDeps);

import { batchGetSharedConversations as endpoint } from '../../shared/contract/conversations/sharing.ts';
import { type SharedDeps, sharedConversations } from '../../shared/domain/conversations/sharing/read-shared.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { sharedDeps } from '../../shared/wiring/conversations.ts';

export const batchGetSharedConversations = implement(endpoint, async ({ query, request }, deps: SharedDeps) =>
  sharedConversations(query.ids, request.sourceIp, deps),
);

export const handler = serve(batchGetSharedConversations, sharedDeps);

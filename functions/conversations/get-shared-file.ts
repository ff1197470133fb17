import { getSharedFile as endpoint } from '../../shared/contract/conversations/sharing.ts';
import { type SharedFileDeps, sharedFile } from '../../shared/domain/conversations/sharing/read-shared.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { sharedDeps, sharedFileReader } from '../../shared/wiring/conversations.ts';

export const getSharedFile = implement(endpoint, async ({ query, request }, deps: SharedFileDeps) =>
  sharedFile({ named: query.conversation_id, sourceIp: request.sourceIp }, query.id, deps),
);

export const handler = serve(getSharedFile, (granted) => ({
  ...sharedDeps(granted),
  files: sharedFileReader(granted),
}));

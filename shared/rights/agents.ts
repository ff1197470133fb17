import {
  reachAgent,
  readHome,
  startBackfill,
  startDelivery,
  takeDeliveries,
  takeHooks,
} from './conversation-groups.ts';
import { deriveKeys, listSecrets, makeAppTokens, openSecrets, readProfileModel, readSandbox } from './groups.ts';
import { type AreaRights, rights } from './statement.ts';

const takeConversation = rights(takeHooks, startBackfill);
/** A user's message among the events ends the wait for its confirmation. */
const takeEvents = rights(takeDeliveries, startBackfill, startDelivery);
const openOneSecret = rights(readSandbox, openSecrets, { secrets: ['GetItem'] });

export const agentsRights = {
  'read-conversation-file': reachAgent,
  'list-conversation-files': reachAgent,
  'get-git-changes': reachAgent,
  'get-git-diff': reachAgent,
  'list-conversation-skills': reachAgent,
  'list-conversation-hooks': reachAgent,
  'switch-profile': rights(reachAgent, readProfileModel, { conversations: ['UpdateItem'] }),
  'switch-acp-model': reachAgent,
  'get-vscode-url': reachAgent,
  'get-web-hosts': readHome,
  'list-microagents': reachAgent,
  'zip-directory': reachAgent,
  'list-files': reachAgent,
  'select-file': reachAgent,
  'list-changes': reachAgent,
  'get-diff': reachAgent,
  'receive-conversation': takeConversation,
  'receive-events': takeEvents,
  'receive-sandbox-conversation': takeConversation,
  'receive-sandbox-events': takeEvents,
  'list-sandbox-secrets': rights(readSandbox, listSecrets),
  'get-sandbox-secret': openOneSecret,
  // Access tokens outlive session keys, so they are checked with a derived key.
  'get-webhook-secret': rights(openOneSecret, deriveKeys, makeAppTokens),
} satisfies AreaRights<'agents'>;

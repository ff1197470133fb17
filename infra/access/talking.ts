import type { EndpointId } from '../../shared/contract/index.ts';
import {
  all,
  type Grant,
  queueMessage,
  reachAgent,
  readConversation,
  readSandbox,
  renameConversation,
  showSandboxes,
} from './grants.ts';

/** Endpoints that talk to agents, or about how a conversation is called. */
export const talkingAccess = {
  'update-app-conversation': all(renameConversation, showSandboxes),
  'update-conversation': renameConversation,

  'send-message': reachAgent,
  'queue-message': all(readConversation, readSandbox, queueMessage),

  'read-conversation-file': reachAgent,
  'get-git-changes': reachAgent,
  'get-git-diff': reachAgent,
  'list-conversation-skills': reachAgent,
  'list-conversation-hooks': reachAgent,
  'switch-profile': reachAgent,
  'switch-acp-model': reachAgent,
} satisfies Partial<Record<EndpointId, Grant>>;

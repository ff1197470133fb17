import type { EndpointId } from '../../shared/contract/index.ts';
import {
  all,
  changeSandbox,
  claimRequests,
  type Grant,
  queueMessage,
  reachAgent,
  readConversation,
  readSandbox,
  renameConversation,
  resumeConversation,
  showSandboxes,
} from './grants.ts';

/** Endpoints that talk to agents, or about how a conversation is called. */
export const talkingAccess = {
  'update-app-conversation': all(renameConversation, showSandboxes),
  'update-conversation': renameConversation,

  'start-conversation': all(resumeConversation, claimRequests),
  'stop-conversation': all(readConversation, changeSandbox, claimRequests),
  'get-conversation-config': readConversation,
  'get-web-hosts': all(readConversation, readSandbox),
  'get-vscode-url': reachAgent,
  'post-message': all(reachAgent, claimRequests),
  'post-event': all(reachAgent, claimRequests),
  'list-microagents': reachAgent,
  'get-remember-prompt': reachAgent,
  'zip-directory': reachAgent,
  'list-files': reachAgent,
  'select-file': reachAgent,
  'list-changes': reachAgent,
  'get-diff': reachAgent,

  'send-message': all(reachAgent, claimRequests),
  'queue-message': all(readConversation, readSandbox, queueMessage, claimRequests),

  'read-conversation-file': reachAgent,
  'get-git-changes': reachAgent,
  'get-git-diff': reachAgent,
  'list-conversation-skills': reachAgent,
  'list-conversation-hooks': reachAgent,
  'switch-profile': reachAgent,
  'switch-acp-model': reachAgent,
} satisfies Partial<Record<EndpointId, Grant>>;

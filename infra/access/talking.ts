import type { EndpointId } from '../../shared/contract/index.ts';
import {
  all,
  changeSandbox,
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

  'start-conversation': resumeConversation,
  'stop-conversation': all(readConversation, changeSandbox),
  'get-conversation-config': readConversation,
  'get-web-hosts': all(readConversation, readSandbox),
  'get-vscode-url': reachAgent,
  'post-message': reachAgent,
  'post-event': reachAgent,
  'list-microagents': reachAgent,
  'get-remember-prompt': reachAgent,
  'zip-directory': reachAgent,
  'list-files': reachAgent,
  'select-file': reachAgent,
  'list-changes': reachAgent,
  'get-diff': reachAgent,

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

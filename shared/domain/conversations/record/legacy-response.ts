import type { Sandbox } from '../../sandboxes/record/sandbox.ts';
import type { Conversation } from './conversation.ts';
import { legacyMessage, legacyStatus } from './conversation-view.ts';
import { startError } from './failed-start.ts';

/** The legacy response to creating, joining, starting or stopping a conversation. */
export function legacyResponse(conversation: Conversation, sandbox: Sandbox | undefined) {
  const failure = startError(conversation, conversation.execution_status);
  return {
    status: 'ok',
    conversation_id: conversation.given_id ?? conversation.conversation_id,
    message: legacyMessage(sandbox, failure),
    conversation_status: legacyStatus(sandbox, failure),
  };
}

import type { Sandbox } from '../sandboxes/sandbox.ts';
import type { Conversation } from './conversation.ts';
import { legacyMessage, legacyStatus } from './conversation-view.ts';

/** How the legacy generation is told of a conversation that was created, joined, started or stopped. */
export function legacyResponse(conversation: Conversation, sandbox: Sandbox | undefined) {
  return {
    status: 'ok',
    conversation_id: conversation.given_id ?? conversation.conversation_id,
    message: legacyMessage(sandbox),
    conversation_status: legacyStatus(sandbox),
  };
}

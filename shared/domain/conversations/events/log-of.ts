import { agentConversationId, type Conversation } from '../record/conversation.ts';
import type { EventLog } from './event.ts';

/** The history of a conversation. */
export function logOf(conversation: Conversation): EventLog {
  const { owner_id: ownerId, created_at: createdAt } = conversation;
  return { ownerId, agentConversationId: agentConversationId(conversation), createdAt };
}

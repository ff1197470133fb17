import type { Conversation } from './conversation.ts';
import type { FollowedState } from './conversation-state.ts';

export interface ConversationReports {
  /**
   * Writes the changes from an agent's report, and nothing else of the row.
   *
   * @throws VersionConflictError when the conversation is gone, another report was written since it was read, or a
   * title is among them and the user has chosen one, or has asked for another one since.
   */
  follow(conversation: Conversation, change: Partial<FollowedState>): Promise<void>;
}

import type { Conversation } from '../../conversations/record/conversation.ts';
import type { ConversationReports } from '../../conversations/record/conversation-state.ts';
import type { Sandbox } from '../../sandboxes/record/sandbox.ts';

/** A conversation that a sandbox's agent server reports. */
export interface Adoption {
  readonly conversation: Conversation;
  readonly sandbox: Sandbox;
  /** The conversation that started it, or null. */
  readonly parent: Conversation | null;
}

/** Conversations that follow what their agents report. */
export interface FollowedConversations extends ConversationReports {
  find(ownerId: string, conversationId: string): Promise<Conversation | undefined>;
  /**
   * Records a conversation that was started on the agent server itself. From then on it uses its sandbox like any
   * other.
   *
   * @throws ConversationExistsError, ConversationDeletedError when it was deleted and only its agent still has it,
   * VersionConflictError when its parent is being deleted, or its sandbox is gone: its task has ended, or the last of
   * the conversations that it was made for is deleted; AppError `unauthenticated` when its id is the one that another
   * conversation has on agents.
   */
  adopt(adoption: Adoption): Promise<void>;
}

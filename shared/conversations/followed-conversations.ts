import type { Sandbox } from '../sandboxes/sandbox.ts';
import type { Conversation } from './conversation.ts';
import type { FollowedState } from './conversation-state.ts';

/** A conversation that the agent server of a sandbox tells of. */
export interface Adoption {
  readonly conversation: Conversation;
  readonly sandbox: Sandbox;
  /** The conversation that started it, or null. */
  readonly parent: Conversation | null;
}

/** Conversations as their agents know them. */
export interface FollowedConversations {
  find(ownerId: string, conversationId: string): Promise<Conversation | undefined>;
  findByAgentId(ownerId: string, agentConversationId: string): Promise<Conversation | undefined>;
  /**
   * Writes down a conversation that was started on the agent server itself. From then on it uses its sandbox like any other.
   *
   * @throws ConversationExistsError, ConversationDeletedError when it was deleted and only its agent does not know, VersionConflictError when its sandbox or its
   * parent is on its way out.
   */
  adopt(adoption: Adoption): Promise<void>;
  /**
   * Writes what changes by what an agent told, and nothing else of the row.
   *
   * @throws VersionConflictError when the conversation is gone, another report was written since it was read, or the user has chosen a title.
   */
  follow(conversation: Conversation, change: Partial<FollowedState>): Promise<void>;
}

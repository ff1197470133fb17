import type { SandboxChange } from '../../sandboxes/store/sandbox-store.ts';
import type { Conversation } from './conversation.ts';

/** Everything that the deletion of one conversation writes, each part as it was read. */
export interface ConversationDeletion {
  readonly conversation: Conversation;
  /** The conversation that has it in its list, or null. */
  readonly parent: Conversation | null;
  /** How it leaves its sandbox; null when that is gone. */
  readonly sandboxChange: SandboxChange | null;
}

export interface ConversationDeletions {
  /**
   * Writes all of it or nothing.
   *
   * @throws VersionConflictError when the conversation is gone, moved or got a sub-conversation since it was read, or
   * when its parent's list or its sandbox changed.
   */
  write(deletion: ConversationDeletion): Promise<void>;
}

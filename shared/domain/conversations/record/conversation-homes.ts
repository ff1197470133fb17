import type { Sandbox } from '../../sandboxes/record/sandbox.ts';
import type { Conversation } from './conversation.ts';
import { sandboxOf } from './sandbox-of.ts';

/** A conversation with the row that has the id of its sandbox. */
export interface ConversationHome {
  readonly conversation: Conversation;
  /** As it was read: it may be gone, or a later sandbox with the same id. `homeOf` leaves out both. */
  readonly found: Sandbox | undefined;
}

export interface ConversationHomes {
  /** Consistent reads: one round trip for a conversation in the sandbox that has its id, two for any other. */
  find(ownerId: string, conversationId: string): Promise<ConversationHome | undefined>;
}

/** The sandbox of the conversation, while it is still that one. */
export function homeOf({ conversation, found }: ConversationHome): Sandbox | undefined {
  return sandboxOf(conversation, found);
}

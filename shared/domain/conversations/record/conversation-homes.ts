import type { Revisions } from '../../../platform/errors.ts';
import type { Sandbox } from '../../sandboxes/record/sandbox.ts';
import { isGone } from '../../sandboxes/record/status.ts';
import type { SandboxReader } from '../../sandboxes/store/sandbox-store.ts';
import type { Conversation } from './conversation.ts';
import type { ConversationChange, ConversationStore } from './conversation-store.ts';

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

type Home = Pick<Conversation, 'sandbox_created_at'>;

/** The conversation's sandbox; undefined when it is gone, also if a later one has its caller-chosen id. */
export function sandboxOf({ sandbox_created_at: createdAt }: Home, found: Sandbox | undefined): Sandbox | undefined {
  if (isGone(found)) return undefined;
  return createdAt === found.created_at ? found : undefined;
}

/** Whether it is in this very sandbox, which may be on its way out. */
export function isIn(
  { sandbox_id: id, created_at: createdAt }: Pick<Sandbox, 'sandbox_id' | 'created_at'>,
  conversation: Pick<Conversation, 'sandbox_id' | 'sandbox_created_at'>,
): boolean {
  return conversation.sandbox_id === id && conversation.sandbox_created_at === createdAt;
}

interface UpdateDeps {
  readonly conversations: Pick<ConversationStore, 'update'>;
  readonly sandboxes: Pick<SandboxReader, 'find'>;
}

interface Update {
  readonly conversationId: string;
  readonly change: ConversationChange;
  readonly at: string;
  readonly revisions?: Revisions | undefined;
}

/**
 * Changes a conversation while the sandbox with its id is read, in which most conversations are. For one in another
 * sandbox, that read was for nothing, and the right row is read after it.
 *
 * @returns undefined without such a conversation
 * @throws PreconditionFailedError as the store does
 */
export async function updateAtHome(
  ownerId: string,
  { conversationId, change, at, revisions }: Update,
  { conversations, sandboxes }: UpdateDeps,
): Promise<ConversationHome | undefined> {
  const [updated, guessed] = await Promise.allSettled([
    conversations.update(ownerId, conversationId, change, at, revisions),
    sandboxes.find(ownerId, conversationId),
  ]);
  // The write counts: how the read went matters only after it.
  if (updated.status === 'rejected') throw updated.reason;
  const conversation = updated.value;
  if (!conversation) return undefined;
  const sandbox = guessed.status === 'fulfilled' ? guessed.value : undefined;
  const isRight = sandbox !== undefined && isIn(sandbox, conversation);
  return { conversation, found: isRight ? sandbox : await sandboxes.find(ownerId, conversation.sandbox_id) };
}

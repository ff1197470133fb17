import type { Revisions } from '../../../platform/errors.ts';
import type { Sandbox } from '../../sandboxes/record/sandbox.ts';
import { isGone } from '../../sandboxes/record/status.ts';
import type { SandboxReader } from '../../sandboxes/store/sandbox-store.ts';
import type { Conversation } from './conversation.ts';
import type { ConversationChange, ConversationStore } from './conversation-store.ts';

/** A conversation with the sandbox row that has its `sandbox_id`. */
export interface ConversationHome {
  readonly conversation: Conversation;
  /** The row as read. It may be gone or belong to a later sandbox with the same id: use `homeOf`. */
  readonly found: Sandbox | undefined;
}

export interface ConversationHomes {
  /** Reads consistently: one request for a conversation in the sandbox with its id, two for any other. */
  find(ownerId: string, conversationId: string): Promise<ConversationHome | undefined>;
}

export function homeOf({ conversation, found }: ConversationHome): Sandbox | undefined {
  return sandboxOf(conversation, found);
}

type Home = Pick<Conversation, 'sandbox_created_at'>;

/** The conversation's sandbox; undefined if it is gone, even if a later one has the same caller-chosen id. */
export function sandboxOf({ sandbox_created_at: createdAt }: Home, found: Sandbox | undefined): Sandbox | undefined {
  if (isGone(found)) return undefined;
  return createdAt === found.created_at ? found : undefined;
}

/** Whether the conversation is in this sandbox, even if the sandbox is being deleted. */
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
 * Changes a conversation and reads the sandbox with the same id at once. For a conversation in another sandbox, its
 * sandbox is read afterwards.
 *
 * @returns undefined if there is no such conversation
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
  // A failed write is reported before a failed read.
  if (updated.status === 'rejected') throw updated.reason;
  const conversation = updated.value;
  if (!conversation) return undefined;
  const sandbox = guessed.status === 'fulfilled' ? guessed.value : undefined;
  const isRight = sandbox !== undefined && isIn(sandbox, conversation);
  return { conversation, found: isRight ? sandbox : await sandboxes.find(ownerId, conversation.sandbox_id) };
}

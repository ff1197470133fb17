import type { Clock } from '../../../platform/clock.ts';
import { retryLostRaces } from '../../../platform/errors.ts';
import { log } from '../../../platform/log.ts';
import { detachAndDelete } from '../../sandboxes/intent/intents.ts';
import type { SandboxChange } from '../../sandboxes/store/sandbox-store.ts';
import type { Conversation } from './conversation.ts';
import { type ConversationHomes, homeOf } from './conversation-homes.ts';
import type { ConversationStore } from './conversation-store.ts';

export interface DeletionDeps {
  readonly conversations: Pick<ConversationStore, 'findMany'>;
  readonly homes: ConversationHomes;
  readonly deletions: ConversationDeletions;
  readonly now: Clock;
}

/** How long a request goes on with sub-conversations, in milliseconds. The worker deletes the others. */
const TIME = 5_000;

/**
 * Deletes a conversation with its descendants, and the sandbox if it was created for a conversation and no other
 * conversation uses it. The conversation itself goes first. Its row ends on the table's stream, where a worker deletes
 * the descendants that are left: a family of any size, and one whose request was interrupted.
 *
 * @returns false if there is no such conversation.
 * @throws AppError `conflict` when other writers change it at each attempt.
 */
export async function deleteConversation(
  ownerId: string,
  conversationId: string,
  deps: DeletionDeps,
): Promise<boolean> {
  const until = deps.now().getTime() + TIME;
  const deleted = await retryLostRaces(() => deleteOne(ownerId, conversationId, null, deps));
  if (!deleted) return false;
  await deleteBelow({ ...deleted, deleted_before: null }, () => deps.now().getTime() < until, deps);
  return true;
}

/** A deleted conversation, as it was. */
export interface DeletedParent
  extends Pick<Conversation, 'owner_id' | 'conversation_id' | 'sub_conversation_ids' | 'private_to'> {
  /** Keeps conversations that were created later, with the same ids; null if there can be none. */
  readonly deleted_before: string | null;
}

/**
 * Deletes what is below a deleted conversation while there is time. What remains below a descendant is left to that
 * one's own record on the stream.
 *
 * @returns whether its own sub-conversations are deleted.
 */
export async function deleteBelow(parent: DeletedParent, hasTime: () => boolean, deps: DeletionDeps): Promise<boolean> {
  const { owner_id: ownerId, deleted_before } = parent;
  let isComplete = true;
  const waiting: DeletedParent[] = [parent];
  for (const above of waiting) {
    for (const id of above.sub_conversation_ids) {
      if (!hasTime()) return isComplete && above !== parent;
      try {
        const deleted = await retryLostRaces(() => deleteOne(ownerId, id, above, deps));
        if (deleted) waiting.push({ ...deleted, deleted_before });
      } catch (error) {
        log.warn('a sub-conversation was not deleted', { owner_id: ownerId, conversation_id: id, error });
        if (above === parent) isComplete = false;
      }
    }
  }
  return isComplete;
}

/** @returns the conversation as it was; undefined if there is none, or none below `above` */
async function deleteOne(
  ownerId: string,
  id: string,
  above: DeletedParent | null,
  deps: DeletionDeps,
): Promise<Conversation | undefined> {
  const home = await deps.homes.find(ownerId, id);
  if (!home || (above && !isBelow(above, home.conversation))) return undefined;
  const { conversation } = home;
  const sandbox = homeOf(home);
  await deps.deletions.write({
    conversation,
    parent: above ? null : await parentOf(conversation, deps),
    sandboxChange: sandbox ? detachAndDelete(sandbox, deps.now()) : null,
  });
  return conversation;
}

/** What is private to someone who does not own the parent stays: who deletes the parent may not see it. */
function isBelow(
  { conversation_id: id, deleted_before: before, private_to: privateTo }: DeletedParent,
  child: Conversation,
): boolean {
  const isSeenAlike = child.private_to === undefined || child.private_to === privateTo;
  return isSeenAlike && child.parent_conversation_id === id && (before === null || child.created_at < before);
}

/** The parent; null if it does not list the conversation. */
async function parentOf(
  { owner_id: ownerId, conversation_id: id, parent_conversation_id: parentId }: Conversation,
  { conversations }: DeletionDeps,
): Promise<Conversation | null> {
  const [parent] = parentId === null ? [] : await conversations.findMany(ownerId, [parentId]);
  return parent?.sub_conversation_ids.includes(id) ? parent : null;
}

/** The rows that the deletion of one conversation changes, as read. */
export interface ConversationDeletion {
  readonly conversation: Conversation;
  /** The parent that lists the conversation, or null. */
  readonly parent: Conversation | null;
  /** The change of the sandbox; null if it is gone. */
  readonly sandboxChange: SandboxChange | null;
}

export interface ConversationDeletions {
  /**
   * Writes all changes or none.
   *
   * @throws VersionConflictError when the conversation is gone, moved or has a new sub-conversation, or when its
   * parent's list or its sandbox has changed.
   */
  write(deletion: ConversationDeletion): Promise<void>;
}

import type { Clock } from '../../../platform/clock.ts';
import { retryLostRaces } from '../../../platform/errors.ts';
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

/**
 * Deletes a conversation with its descendants, and the sandbox if it was created for a conversation and no other
 * conversation uses it. Descendants are deleted first, each in its own transaction, so that a repeated request can
 * finish an interrupted deletion.
 *
 * @returns false if there is no such conversation.
 * @throws AppError `conflict` when other writers change it at each attempt.
 */
export async function deleteConversation(
  ownerId: string,
  conversationId: string,
  deps: DeletionDeps,
): Promise<boolean> {
  const waiting = [conversationId];
  for (;;) {
    const id = waiting.at(-1) ?? conversationId;
    const outcome = await retryLostRaces(() => deleteOne(ownerId, id, deps));
    if (outcome.kind === 'children-first') waiting.push(...outcome.ids);
    else if (id === conversationId) return outcome.kind === 'deleted';
    else waiting.pop();
  }
}

type Outcome =
  | { readonly kind: 'deleted' | 'absent' }
  | { readonly kind: 'children-first'; readonly ids: readonly string[] };

async function deleteOne(ownerId: string, id: string, deps: DeletionDeps): Promise<Outcome> {
  const home = await deps.homes.find(ownerId, id);
  if (!home) return { kind: 'absent' };
  const { conversation } = home;
  const { children, parent } = await relativesOf(conversation, deps);
  if (children.length > 0) return { kind: 'children-first', ids: children };

  const sandbox = homeOf(home);
  await deps.deletions.write({
    conversation,
    parent,
    sandboxChange: sandbox ? detachAndDelete(sandbox, deps.now()) : null,
  });
  return { kind: 'deleted' };
}

interface Relatives {
  readonly children: readonly string[];
  /** Null if it does not list the conversation. */
  readonly parent: Conversation | null;
}

async function relativesOf(conversation: Conversation, { conversations }: DeletionDeps): Promise<Relatives> {
  const { owner_id: ownerId, conversation_id: id, parent_conversation_id: parentId } = conversation;
  const listed = conversation.sub_conversation_ids;
  const found = await conversations.findMany(ownerId, parentId === null ? listed : [...listed, parentId]);
  const parent = found.find(({ conversation_id: other }) => other === parentId);
  return {
    children: found.filter((child) => child.parent_conversation_id === id).map((child) => child.conversation_id),
    parent: parent?.sub_conversation_ids.includes(id) ? parent : null,
  };
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

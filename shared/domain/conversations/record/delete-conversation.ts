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
 * Deletes a conversation with all its descendants, and its sandbox when that was created for conversations and no other
 * conversation uses it. Descendants go first, each in its own transaction, so that a repeated call can finish an
 * interrupted deletion.
 *
 * @returns whether there was such a conversation.
 * @throws AppError `conflict` when other writers change it at every try.
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
  /** Null also where it does not list the conversation. */
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

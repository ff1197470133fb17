import type { Clock } from '../../platform/clock.ts';
import { retryLostRaces } from '../../platform/errors/retry-lost-races.ts';
import { detachAndDelete } from '../sandboxes/intent/occupancy.ts';
import type { SandboxStore } from '../sandboxes/store/sandbox-store.ts';
import type { Conversation } from './conversation.ts';
import type { ConversationDeletions } from './conversation-deletions.ts';
import type { ConversationStore } from './conversation-store.ts';
import { sandboxOf } from './sandbox-of.ts';

export interface DeletionDeps {
  readonly conversations: Pick<ConversationStore, 'find' | 'findMany'>;
  readonly sandboxes: Pick<SandboxStore, 'find'>;
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
  if (!(await deps.conversations.find(ownerId, conversationId))) return false;
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
  const conversation = await deps.conversations.find(ownerId, id);
  if (!conversation) return { kind: 'absent' };
  const children = await childrenOf(conversation, deps);
  if (children.length > 0) return { kind: 'children-first', ids: children };

  const found = await deps.sandboxes.find(ownerId, conversation.sandbox_id);
  const sandbox = sandboxOf(conversation, found);
  await deps.deletions.write({
    conversation,
    parent: await listingParent(conversation, deps),
    sandboxChange: sandbox ? detachAndDelete(sandbox, deps.now()) : null,
  });
  return { kind: 'deleted' };
}

async function childrenOf(conversation: Conversation, deps: DeletionDeps): Promise<string[]> {
  const { owner_id: ownerId, conversation_id: id, sub_conversation_ids: listed } = conversation;
  const found = await deps.conversations.findMany(ownerId, listed);
  return found.filter((child) => child.parent_conversation_id === id).map((child) => child.conversation_id);
}

async function listingParent(conversation: Conversation, deps: DeletionDeps): Promise<Conversation | null> {
  const { owner_id: ownerId, conversation_id: id, parent_conversation_id: parentId } = conversation;
  const parent = parentId === null ? undefined : await deps.conversations.find(ownerId, parentId);
  return parent?.sub_conversation_ids.includes(id) ? parent : null;
}

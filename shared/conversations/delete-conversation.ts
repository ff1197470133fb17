import type { Clock } from '../clock.ts';
import { retryLostRaces } from '../retry-lost-races.ts';
import { leftForGood } from '../sandboxes/occupancy.ts';
import type { SandboxStore } from '../sandboxes/sandbox-store.ts';
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
 * Deletes a conversation with everything below it, and with its sandbox when that was made for conversations and nobody else uses it. Each conversation goes in one
 * transaction and after those below it, so that what broke off is still there to be deleted again.
 *
 * @returns whether there was such a conversation.
 * @throws AppError `conflict` when others change it all the time.
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
    sandboxChange: sandbox ? leftForGood(sandbox, deps.now()) : null,
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

import type { Revisions } from '../../../platform/errors/revisions.ts';
import type { SandboxReader } from '../../sandboxes/store/sandbox-store.ts';
import type { ConversationHome } from './conversation-homes.ts';
import type { ConversationChange, ConversationStore } from './conversation-store.ts';
import { isIn } from './sandbox-of.ts';

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

import { decidesAbout } from '../../../contract/endpoint/audience.ts';
import type { Caller } from '../../../contract/endpoint/caller.ts';
import type { Visibility } from '../../../contract/shapes/enums.ts';
import { type Clock, timestamp } from '../../../platform/clock.ts';
import { AppError, type Revisions, requireRevision, retryLostRaces } from '../../../platform/errors.ts';
import type { TransactionPart } from '../../../platform/transaction-part.ts';
import { changed, type Sandbox } from '../../sandboxes/record/sandbox.ts';
import type { SandboxStore } from '../../sandboxes/store/sandbox-store.ts';
import type { Conversation } from './conversation.ts';
import { type ConversationHome, type ConversationHomes, homeOf } from './conversation-homes.ts';
import { type ConversationChange, PrivateConversationError } from './conversation-store.ts';

/** A change of who sees a conversation, with the other changes of its request. */
export interface SeenChange {
  readonly conversationId: string;
  readonly visibility: Visibility | undefined;
  readonly change: ConversationChange;
  readonly revisions: Revisions;
}

export interface SeenDeps {
  readonly homes: ConversationHomes;
  readonly conversations: {
    /** The parts that change a conversation, unless it has another sandbox, visibility or revision than as read. */
    changeParts(read: Conversation, change: ConversationChange, at: string): readonly TransactionPart[];
  };
  readonly sandboxes: Pick<SandboxStore, 'save'>;
  readonly now: Clock;
}

/**
 * Changes who sees a conversation. Its sandbox changes in the same transaction, as its users can read the conversation.
 *
 * @returns the conversation as it is now; undefined if there is none
 * @throws AppError `forbidden` for other members; `conflict` for a shared sandbox; PreconditionFailedError
 */
export async function changeSeen(
  caller: Caller,
  { conversationId, visibility, change, revisions }: SeenChange,
  deps: SeenDeps,
): Promise<ConversationHome | undefined> {
  const { ownerId } = caller;
  const isChanged = await retryLostRaces(async () => {
    const home = await deps.homes.find(ownerId, conversationId);
    if (!home) return false;
    const { conversation } = home;
    if (!decidesAbout(caller, conversation)) {
      const who = 'Only the person who made a conversation and admins can change its visibility and its public link.';
      throw new AppError('forbidden', who);
    }
    requireRevision(conversation.revision ?? 0, revisions, 'conversation');
    const privateTo = wanted(conversation, visibility);
    if (change.public === true && privateTo !== undefined) throw new PrivateConversationError();
    const written = { ...change, private_to: privateTo ?? null };
    const parts = deps.conversations.changeParts(conversation, written, timestamp(deps.now()));
    const sandbox = privateTo === conversation.private_to ? undefined : homeOf(home);
    await deps.sandboxes.save(sandbox ? [seenBy(sandbox, privateTo, deps.now())] : [], undefined, parts);
    return true;
  });
  return isChanged ? deps.homes.find(ownerId, conversationId) : undefined;
}

function wanted(
  { private_to, created_by, owner_id }: Conversation,
  visibility: Visibility | undefined,
): string | undefined {
  if (visibility === undefined) return private_to;
  return visibility === 'private' ? (private_to ?? created_by ?? owner_id) : undefined;
}

/** @throws AppError `conflict` for a sandbox that others use too */
function seenBy(sandbox: Sandbox, privateTo: string | undefined, now: Date) {
  const { created_for_conversation: isOwn, conversation_count: count, sandbox_id: id } = sandbox;
  if (!isOwn || count !== 1) {
    const why = isOwn ? 'has other conversations' : 'was started separately';
    const way = 'A conversation has the visibility of its sandbox.';
    throw new AppError('conflict', `The visibility cannot change: sandbox ${id} ${why}. ${way}`);
  }
  const { private_to: _before, ...next } = changed(sandbox, now, {});
  return { previous: sandbox, next: privateTo === undefined ? next : { ...next, private_to: privateTo } };
}

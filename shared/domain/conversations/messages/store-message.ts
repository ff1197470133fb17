import type * as z from 'zod';
import type { MessageState } from '../../../contract/shapes/message-state.ts';
import { AppError } from '../../../platform/errors.ts';
import type { TransactionPart } from '../../../platform/transaction-part.ts';
import type { SandboxWork, WorkOrder, WorkPlace } from '../../sandboxes/waits/sandbox-work.ts';
import type { Conversation } from '../record/conversation.ts';
import { keepPictures, requireSmall } from '../uploads/large-parts.ts';
import type { Uploads } from '../uploads/uploads.ts';
import { type NewPendingMessage, type PendingMessages, stateOf } from './pending-messages.ts';

export interface StoreDeps {
  readonly messages: Pick<PendingMessages, 'add' | 'list'>;
  readonly uploads: Pick<Uploads, 'find' | 'keep'>;
  readonly work: Pick<SandboxWork, 'entering' | 'finish'>;
  /** Invokes the worker that delivers messages in a sandbox; returns at once. */
  readonly deliver: (place: WorkPlace) => Promise<void>;
  readonly now: () => Date;
}

/** What became of a user's message. */
export interface Taken {
  readonly id: string;
  readonly state: z.infer<typeof MessageState>;
  /** Why it was not delivered. */
  readonly reason: string | null;
  /** Its place among the messages that its agent did not have, from 1. */
  readonly position: number;
}

export type Claim = (position: number) => Promise<readonly TransactionPart[]>;

/**
 * Stores a user's message and the order to deliver it, in one transaction.
 *
 * @param claim makes further parts of the transaction
 * @returns its place, and the order if the caller is the worker of the sandbox then
 * @throws QueueFullError; AppError as `keepPictures` and `requireSmall`; as the parts do
 */
export async function storeMessage(
  { owner_id: ownerId, conversation_id: id, sandbox_id: sandboxId }: Conversation,
  { content: given, ...message }: NewPendingMessage,
  claim: Claim,
  deps: StoreDeps,
): Promise<{ readonly position: number; readonly order: WorkOrder | undefined }> {
  const content = await keepPictures(ownerId, given, deps);
  requireSmall(content);
  let order: WorkOrder | undefined;
  const position = await deps.messages.add(ownerId, id, { ...message, content }, async (number) => {
    const { part, order: own } = await deps.work.entering({ ownerId, sandboxId }, id, message.message_id);
    order = own;
    return [...(await claim(number)), part];
  });
  return { position, order };
}

/** Leaves the delivery to the worker of the sandbox, and invokes it if there is none. */
export async function leaveToWorker(
  { owner_id: ownerId, sandbox_id: sandboxId }: Conversation,
  holder: string,
  deps: StoreDeps,
): Promise<void> {
  const place = { ownerId, sandboxId };
  if (await deps.work.finish(place, holder, new Map())) await deps.deliver(place);
}

/** The current state of a message that was taken. */
export async function stateNow(
  ownerId: string,
  conversationId: string,
  messageId: string,
  { messages }: { readonly messages: Pick<PendingMessages, 'list'> },
): Promise<Omit<Taken, 'position'>> {
  const pending = await messages.list(ownerId, conversationId);
  const found = pending.find(({ message_id: id }) => id === messageId);
  return { id: messageId, state: stateOf(found), reason: found?.failed ?? null };
}

/** @throws AppError `bad_gateway` for a message that its agent refused */
export function requireTaken<T extends Omit<Taken, 'position'>>(taken: T): T {
  if (taken.reason !== null) throw new AppError('bad_gateway', taken.reason);
  return taken;
}

/** What the sender of a message should know. */
export const wordsOfState: Readonly<Record<Taken['state'], string>> = {
  delivered: 'The agent has the message.',
  handed_over: 'The agent is busy. It takes the message when its tool has ended.',
  queued: 'The message is queued. It is delivered when the agent can take it.',
  not_delivered: 'The message was not delivered.',
};

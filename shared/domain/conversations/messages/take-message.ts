import type * as z from 'zod';
import type { MessageState } from '../../../contract/shapes/message-state.ts';
import { AppError } from '../../../platform/errors.ts';
import { log } from '../../../platform/log.ts';
import type { TransactionPart } from '../../../platform/transaction-part.ts';
import type { SandboxWork, WorkOrder, WorkPlace } from '../../sandboxes/waits/sandbox-work.ts';
import { essence, type MessageContent } from '../agent/message-content.ts';
import { reachAgent } from '../agent/reach-agent.ts';
import type { Conversation } from '../record/conversation.ts';
import { keepPictures, requireSmall, wholePictures } from '../uploads/large-parts.ts';
import type { Uploads } from '../uploads/uploads.ts';
import { type Delivery, type DeliveryDeps, deliverPendingMessages } from './deliver-pending-messages.ts';
import { type NewPendingMessage, stateOf } from './pending-messages.ts';
import { hasMessage, isBefore } from './send-message.ts';

export interface MessageDeps extends DeliveryDeps {
  readonly uploads: Pick<Uploads, 'find' | 'keep' | 'read'>;
  readonly work: Pick<SandboxWork, 'entering' | 'finish'>;
  /** Invokes the worker that delivers messages in a sandbox; returns at once. */
  readonly deliver: (place: WorkPlace) => Promise<void>;
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

type Claim = (position: number) => Promise<readonly TransactionPart[]>;

/**
 * Takes a user's message. One transaction stores it with the order to deliver it. If no worker is delivering in its
 * sandbox, this request is the worker: it delivers the message and those before it, and waits for the agent for about
 * two seconds. What remains is delivered later.
 *
 * @param claim makes further parts of the transaction
 * @throws QueueFullError; AppError as `keepPictures` and `requireSmall`; as the parts do
 */
export async function takeMessage(
  conversation: Conversation,
  { content: given, ...message }: NewPendingMessage,
  claim: Claim,
  deps: MessageDeps,
): Promise<Taken> {
  const { owner_id: ownerId, conversation_id: id, sandbox_id: sandboxId } = conversation;
  const { work, messages } = deps;
  const content = await keepPictures(ownerId, given, deps);
  requireSmall(content);
  const place = { ownerId, sandboxId };
  const holder = message.message_id;
  let order: WorkOrder | undefined;
  const position = await messages.add(ownerId, id, { ...message, content }, async (number) => {
    const { part, order: own } = await work.entering(place, id, holder);
    order = own;
    return [...(await claim(number)), part];
  });
  if (order) {
    const outcome = await orLater(deliverPendingMessages(ownerId, id, deps), message.message_id);
    if (await work.finish(place, holder, new Map([[order, outcome]]))) await deps.deliver(place);
  }
  return { position, ...(await stateNow(ownerId, id, message.message_id, deps)) };
}

/** The message is stored, so a failure to deliver it is not the caller's. */
async function orLater(delivery: Promise<Delivery>, message_id: string): Promise<Delivery> {
  try {
    return await delivery;
  } catch (error) {
    log.error('message will be delivered later', { message_id, error });
    return 'later';
  }
}

/** The current state of a message that was taken. */
export async function stateNow(
  ownerId: string,
  conversationId: string,
  messageId: string,
  { messages }: Pick<MessageDeps, 'messages'>,
): Promise<Omit<Taken, 'position'>> {
  const pending = await messages.list(ownerId, conversationId);
  const found = pending.find(({ message_id: id }) => id === messageId);
  return { id: messageId, state: stateOf(found), reason: found?.failed ?? null };
}

/** Whether an earlier attempt of a request, at that time, has taken its message. @throws AppError as `reachAgent` */
export async function wasTaken(
  { owner_id, conversation_id }: Conversation,
  content: MessageContent,
  triedAt: string,
  deps: MessageDeps,
): Promise<boolean> {
  const wanted = essence(await keepPictures(owner_id, content, deps));
  const pending = await deps.messages.list(owner_id, conversation_id);
  if (pending.some((one) => one.created_at >= triedAt && essence(one.content) === wanted)) return true;
  const agent = await reachAgent(owner_id, conversation_id, deps);
  const whole = await wholePictures(owner_id, content, deps.uploads);
  return hasMessage(agent, whole, (message) => isBefore(triedAt, message), deps.patience);
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

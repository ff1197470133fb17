import { log } from '../../../platform/log.ts';
import { essence, type MessageContent } from '../agent/message-content.ts';
import { reachAgent } from '../agent/reach-agent.ts';
import type { Conversation } from '../record/conversation.ts';
import { keepPictures, wholePictures } from '../uploads/large-parts.ts';
import type { Uploads } from '../uploads/uploads.ts';
import { type Delivery, type DeliveryDeps, deliverPendingMessages } from './deliver-pending-messages.ts';
import type { NewPendingMessage } from './pending-messages.ts';
import { hasMessage, isBefore } from './send-message.ts';
import { type Claim, type StoreDeps, stateNow, storeMessage, type Taken } from './store-message.ts';

export interface MessageDeps extends DeliveryDeps, Omit<StoreDeps, keyof DeliveryDeps> {
  readonly uploads: Pick<Uploads, 'find' | 'keep' | 'read'>;
}

/**
 * Takes a user's message. If no worker is delivering in its sandbox, this request is the worker: it delivers the
 * message and those before it, and waits for the agent for about two seconds. What remains is delivered later.
 *
 * @param claim makes further parts of the transaction
 * @throws QueueFullError; AppError as `keepPictures` and `requireSmall`; as the parts do
 */
export async function takeMessage(
  conversation: Conversation,
  message: NewPendingMessage,
  claim: Claim,
  deps: MessageDeps,
): Promise<Taken> {
  const { owner_id: ownerId, conversation_id: id, sandbox_id: sandboxId } = conversation;
  const { message_id: holder } = message;
  const { position, order } = await storeMessage(conversation, message, claim, deps);
  if (order) {
    const outcome = await orLater(deliverPendingMessages(ownerId, id, deps), holder);
    const place = { ownerId, sandboxId };
    if (await deps.work.finish(place, holder, new Map([[order, outcome]]))) await deps.deliver(place);
  }
  return { position, ...(await stateNow(ownerId, id, holder, deps)) };
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

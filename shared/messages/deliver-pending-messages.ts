import { type Agent, type AgentDeps, agentOf, findSandbox } from '../agent-proxy/reach-agent.ts';
import { type Clock, timestamp } from '../clock.ts';
import { AppError } from '../errors.ts';
import { log } from '../log.ts';
import { hasMessage } from './has-message.ts';
import { MOST_QUEUED, type PendingMessage } from './pending-message.ts';
import type { PendingMessages } from './pending-messages.ts';
import { sendMessage } from './send-message.ts';

export interface DeliveryDeps extends AgentDeps {
  readonly messages: PendingMessages;
  readonly now: Clock;
}

/** For how long a message that is on its way is its sender's, in milliseconds: longer than a call of an agent takes. */
const CLAIM = 20_000;

/** More messages than a queue holds may come while it is emptied; whoever adds them calls again. */
const MOST_AT_ONCE = 3 * MOST_QUEUED;

/** Somebody else is delivering, and may have died of it. */
export class DeliveryUnderWayError extends Error {
  override readonly name = 'DeliveryUnderWayError';
}

/**
 * Brings what waits for a conversation to its agent, in order. Safe to repeat: each message is marked before it goes, so that two deliveries keep apart, and one that
 * broke off in the middle asks the agent whether it came through.
 *
 * @throws DeliveryUnderWayError, VersionConflictError when another delivery was first; AppError when the agent cannot be reached: call again later.
 */
export async function deliverPendingMessages(
  ownerId: string,
  conversationId: string,
  deps: DeliveryDeps,
): Promise<void> {
  for (let count = 0; count < MOST_AT_ONCE; count += 1) {
    const [message] = await deps.messages.list(ownerId, conversationId);
    if (!message) return;
    const conversation = await deps.conversations.find(ownerId, conversationId);
    // It was deleted: there is nobody left to talk to.
    if (!conversation) await deps.messages.remove(message);
    else await deliver(message, await agentOf(conversation, await findSandbox(conversation, deps), deps.keys), deps);
  }
}

async function deliver(message: PendingMessage, agent: Agent, { messages, now }: DeliveryDeps): Promise<void> {
  if (message.sent_at !== null) {
    if (Date.parse(message.sent_at) + CLAIM > now().getTime())
      throw new DeliveryUnderWayError(`message ${message.message_id} is on its way`);
    if (await hasMessage(agent, message)) return messages.remove(message);
  }
  const sent = await messages.markSent(message, timestamp(now()));
  try {
    await sendMessage(agent, message.content, true);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'malformed_request') throw error;
    // It will refuse it each time, and what was said after it must not wait for ever.
    const { owner_id, conversation_id, message_id } = message;
    log.error('an agent refused a message for good', { owner_id, conversation_id, message_id, error });
  }
  await messages.remove(sent);
}

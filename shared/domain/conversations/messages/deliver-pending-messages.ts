import { type Clock, timestamp } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/errors.ts';
import { log } from '../../../platform/log.ts';
import { waitForStatus } from '../../sandboxes/waits/wait-for-status.ts';
import { type Agent, type AgentDeps, agentOf } from '../agent/reach-agent.ts';
import { type ConversationHomes, homeOf } from '../record/conversation-homes.ts';
import { MAX_QUEUED, type PendingMessage, type PendingMessages } from './pending-messages.ts';
import { hasMessage, sendMessage } from './send-message.ts';

export interface DeliveryDeps extends AgentDeps {
  readonly messages: PendingMessages;
  readonly now: Clock;
}

/** For how long a message that is on its way is its sender's, in milliseconds: longer than a call of an agent takes. */
const CLAIM = 20_000;

/** Messages may arrive while the queue is being emptied; each request that adds one calls this again. */
const MAX_AT_ONCE = 3 * MAX_QUEUED;

/** Another worker is delivering, and may have died while it did. */
export class DeliveryUnderWayError extends Error {
  override readonly name = 'DeliveryUnderWayError';
}

/**
 * Delivers the pending messages of a conversation to its agent, in order. Safe to repeat: each message is marked before
 * it is sent, so that two deliveries do not collide, and a delivery that finds a mark asks the agent whether it has the
 * message.
 *
 * @throws DeliveryUnderWayError, VersionConflictError when another delivery was first; AppError when the agent cannot
 * be reached: call again later.
 */
export async function deliverPendingMessages(
  ownerId: string,
  conversationId: string,
  deps: DeliveryDeps,
): Promise<void> {
  for (let count = 0; count < MAX_AT_ONCE; count += 1) {
    const [message] = await deps.messages.list(ownerId, conversationId);
    if (!message) return;
    const home = await deps.homes.find(ownerId, conversationId);
    // The conversation was deleted: no agent can take the message.
    if (!home) await deps.messages.remove(message);
    else await deliver(message, await agentOf(home.conversation, homeOf(home), deps.keys), deps);
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
    // The agent would refuse it each time, and later messages must not wait for ever.
    const { owner_id, conversation_id, message_id } = message;
    log.error('agent server refused a pending message; it is removed', {
      owner_id,
      conversation_id,
      message_id,
      error,
    });
  }
  await messages.remove(sent);
}

interface PatienceDeps {
  readonly homes: ConversationHomes;
  readonly now: Clock;
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** Waits for a starting sandbox: a resume has no start task that would deliver queued messages. */
export async function whenRunning(
  ownerId: string,
  conversationId: string,
  milliseconds: number,
  deps: PatienceDeps,
): Promise<void> {
  const until = new Date(deps.now().getTime() + milliseconds);
  const look = async () => {
    const home = await deps.homes.find(ownerId, conversationId);
    return home && homeOf(home);
  };
  await waitForStatus('RUNNING', until, { look, now: deps.now, pause: deps.pause });
}

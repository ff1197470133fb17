import { isDamaged } from '../../../platform/aws/rows.ts';
import { type Clock, timestamp } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/errors.ts';
import { log } from '../../../platform/log.ts';
import { waitForStatus } from '../../sandboxes/waits/wait-for-status.ts';
import { type Agent, type AgentDeps, agentOf, type RenewModel } from '../agent/reach-agent.ts';
import { type ConversationHomes, homeOf } from '../record/conversation-homes.ts';
import { MAX_QUEUED, type PendingMessage, type PendingMessages } from './pending-messages.ts';
import { hasMessage, sendMessage } from './send-message.ts';

export interface DeliveryDeps extends AgentDeps {
  readonly messages: PendingMessages;
  readonly renewModel: RenewModel;
  readonly now: Clock;
}

/** Time for which a marked message belongs to its sender, in milliseconds, longer than a request to an agent takes. */
const CLAIM = 20_000;

/** Messages that one run delivers. Each request that adds a message starts another run. */
const MAX_AT_ONCE = 3 * MAX_QUEUED;

/** Another worker is delivering, or died during a delivery. */
export class DeliveryUnderWayError extends Error {
  override readonly name = 'DeliveryUnderWayError';
}

/**
 * Delivers the pending messages of a conversation to its agent, in order. Safe to repeat: each message is marked before
 * it is sent, and a run that finds a mark asks the agent whether it has the message.
 *
 * @throws DeliveryUnderWayError, VersionConflictError when another run was first; AppError when the agent cannot be
 * reached. Try again later in each case.
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
    // The conversation was deleted, so no agent can receive the message. A damaged one must not block the others.
    if (!home || isDamaged(message)) await deps.messages.remove(message);
    else await deliver(message, await agentOf(home.conversation, homeOf(home), deps.keys), deps);
  }
}

async function deliver(
  message: PendingMessage,
  agent: Agent,
  { messages, renewModel, now }: DeliveryDeps,
): Promise<void> {
  if (message.sent_at !== null) {
    if (Date.parse(message.sent_at) + CLAIM > now().getTime())
      throw new DeliveryUnderWayError(`message ${message.message_id} is being sent`);
    if (await hasMessage(agent, message)) return messages.remove(message);
  }
  await renewModel(agent);
  const sent = await messages.markSent(message, timestamp(now()));
  try {
    await sendMessage(agent, message.content, true);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'malformed_request') throw error;
    // The agent would refuse it each time, and would block later messages.
    const { owner_id, conversation_id, message_id } = message;
    log.error('pending message removed: the agent refused it', { owner_id, conversation_id, message_id, error });
  }
  await messages.remove(sent);
}

interface PatienceDeps {
  readonly homes: ConversationHomes;
  readonly now: Clock;
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** Waits for a starting sandbox, as after a resume no start task delivers the queued messages. */
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

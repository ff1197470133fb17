import { isDamaged } from '../../../platform/aws/rows.ts';
import { type Clock, timestamp } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/errors.ts';
import { log } from '../../../platform/log.ts';
import { generationName } from '../../sandboxes/record/identity.ts';
import { type Agent, type AgentDeps, agentOf, type RenewModel } from '../agent/reach-agent.ts';
import { type ConversationHome, homeOf } from '../record/conversation-homes.ts';
import { refersToUploads, wholePictures } from '../uploads/large-parts.ts';
import type { Uploads } from '../uploads/uploads.ts';
import {
  failedMessage,
  MAX_FAILED,
  MAX_QUEUED,
  type PendingMessage,
  type PendingMessages,
} from './pending-messages.ts';
import { handOver, hasMessage, isAtRest, type Patience, userMessages } from './send-message.ts';

export interface DeliveryDeps extends AgentDeps {
  readonly messages: PendingMessages;
  readonly uploads: Pick<Uploads, 'read'>;
  /** Orders the events that an agent could not deliver: one with large pictures fits into no request. */
  readonly fetchEvents: (ownerId: string, sandboxId: string, conversationId: string) => Promise<void>;
  /** Absent in functions that may not read models. They leave the messages of a refused key to the worker. */
  readonly renewModel?: RenewModel;
  readonly now: Clock;
  readonly patience: Patience;
}

/** An agent that can take a message responds within milliseconds. Clients wait for as long. */
export const twoSeconds: Patience = () => AbortSignal.timeout(2_000);

/** After this time, no request to an agent is on its way any more, in milliseconds. The edge ends each after 120 s. */
const OVERDUE = 150_000;

/** Attempts of a message at which its agent failed before it counts as not delivered. */
const MAX_ATTEMPTS = 3;

/** Messages that one run delivers. Each request that adds a message orders another run. */
const MAX_AT_ONCE = 3 * MAX_QUEUED;

/**
 * Whether no message is left, or the rest must wait: for the sandbox, for the agent, or for the end of a tool. After
 * `progress`, the worker continues at once.
 */
export type Delivery = 'done' | 'later' | 'progress';

/**
 * Delivers the pending messages of a conversation to its agent, in order. Each message is recorded as handed over
 * before it is sent. Unless the agent confirms it, no later message is sent before it is found among the agent's
 * events. It is sent again only if the agent certainly lacks it: after a failure that proves it, or in the next
 * generation of the sandbox. One worker at a time does this for a sandbox.
 */
export async function deliverPendingMessages(
  ownerId: string,
  conversationId: string,
  deps: DeliveryDeps,
): Promise<Delivery> {
  for (let count = 0; count < MAX_AT_ONCE; count += 1) {
    const pending = await deps.messages.list(ownerId, conversationId);
    const message = pending.find(({ failed }) => failed === null);
    if (!message) return 'done';
    const home = await deps.homes.find(ownerId, conversationId);
    // The conversation was deleted, so no agent can receive the message. A damaged one must not block the others.
    if (!home || isDamaged(message)) await deps.messages.remove(message);
    else if (home.conversation.llm_refused && !deps.renewModel) return 'progress';
    else if (!(await isSettled(message, home, pending, deps))) return 'later';
    else if (refersToUploads(message.content))
      await deps.fetchEvents(ownerId, home.conversation.sandbox_id, conversationId);
  }
  return 'later';
}

/** Takes a message as far as possible. @returns whether the next one can follow */
async function isSettled(
  message: PendingMessage,
  home: ConversationHome,
  pending: readonly PendingMessage[],
  deps: DeliveryDeps,
): Promise<boolean> {
  try {
    const agent = await agentOf(home.conversation, homeOf(home), deps.keys);
    const fate = message.sent_at === null ? 'absent' : await fateOf(message, agent, deps);
    if (fate === 'open') return false;
    if (fate === 'absent') return await send(message, agent, pending, deps);
    if (fate === 'taken') await deps.messages.remove(message);
    else await fail(message, LOST, pending, deps);
    return true;
  } catch (error) {
    // Nothing was sent: the sandbox is not running, or its agent does not respond.
    if (!(error instanceof AppError)) throw error;
    return false;
  }
}

const LOST =
  'The connection to the agent broke while the message was sent, and the agent does not have it. Send it again.';

/** What became of a message that the agent may have. @throws AppError when the agent does not say it */
async function fateOf(
  message: PendingMessage,
  agent: Agent,
  deps: DeliveryDeps,
): Promise<'taken' | 'absent' | 'lost' | 'open'> {
  const { now, patience } = deps;
  if (await isAmongEvents(message, agent, deps)) return 'taken';
  if (message.sent_to !== generationName(agent.sandbox)) return 'absent';
  const isOverdue = Date.parse(message.sent_at ?? '') + OVERDUE <= now().getTime();
  return isOverdue && (await isAtRest(agent, patience)) ? 'lost' : 'open';
}

/** Looks only at events since the message was sent, as others can have the same text. */
async function isAmongEvents(message: PendingMessage, agent: Agent, deps: DeliveryDeps): Promise<boolean> {
  const { owner_id: ownerId, sent_after } = message;
  const content = await wholePictures(ownerId, message.content, deps.uploads);
  return hasMessage(agent, content, ({ id }) => id === sent_after, deps.patience);
}

async function send(
  message: PendingMessage,
  agent: Agent,
  pending: readonly PendingMessage[],
  deps: DeliveryDeps,
): Promise<boolean> {
  await deps.renewModel?.(agent);
  const { value: newest } = await userMessages(agent, deps.patience).next();
  const sent = await deps.messages.change(message, {
    sent_at: timestamp(deps.now()),
    sent_to: generationName(agent.sandbox),
    sent_after: newest?.id ?? null,
    attempts: message.attempts + 1,
  });
  const content = await wholePictures(sent.owner_id, sent.content, deps.uploads);
  const outcome = await handOver(agent, { content, run: sent.run }, deps.patience());
  switch (outcome.kind) {
    case 'unknown':
      return false;
    case 'not-sent':
      await deps.messages.change(sent, { ...unsent, attempts: message.attempts });
      return false;
    case 'refused':
      // The agent would refuse it each time, and would block later messages.
      await fail(sent, outcome.reason, pending, deps);
      return true;
    case 'failed':
      return afterFailure(sent, outcome.reason, agent, pending, deps);
    case 'taken':
      await deps.messages.remove(sent);
      return true;
  }
}

const unsent = { sent_at: null, sent_to: null, sent_after: null } as const;

/** The agent's response ended the request, so it has the message by now, or never will. */
async function afterFailure(
  sent: PendingMessage,
  reason: string,
  agent: Agent,
  pending: readonly PendingMessage[],
  deps: DeliveryDeps,
): Promise<boolean> {
  if (await isAmongEvents(sent, agent, deps)) await deps.messages.remove(sent);
  else if (sent.attempts >= MAX_ATTEMPTS) await fail(sent, reason, pending, deps);
  else {
    await deps.messages.change(sent, unsent);
    return false;
  }
  return true;
}

/** Keeps the message to show it, and drops the oldest of too many. */
async function fail(
  message: PendingMessage,
  reason: string,
  pending: readonly PendingMessage[],
  { messages, now }: DeliveryDeps,
): Promise<void> {
  const { owner_id, conversation_id, message_id } = message;
  log.warn('message was not delivered', { owner_id, conversation_id, message_id, reason });
  await messages.change(message, failedMessage(reason, now()));
  const failed = pending.filter((one) => one.failed !== null);
  for (const one of failed.slice(0, Math.max(0, failed.length + 1 - MAX_FAILED))) await messages.remove(one);
}

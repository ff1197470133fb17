import { type Clock, systemClock } from '../../shared/clock.ts';
import { queueMessage as endpoint } from '../../shared/contract/messages.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { newPendingMessage } from '../../shared/messages/pending-message.ts';
import { findQueue, isUnderWay, type QueueDeps, requireQueue } from '../../shared/messages/queue.ts';
import { conversationStore, startTaskStore } from '../../shared/wiring/conversations.ts';
import { claimDeps } from '../../shared/wiring/idempotency.ts';
import { deliverMessages, pendingMessages } from '../../shared/wiring/messages.ts';
import { sandboxReader } from '../../shared/wiring/sandboxes.ts';

interface Deps extends QueueDeps {
  readonly deliver: (ownerId: string, conversationId: string) => Promise<void>;
  readonly now: Clock;
}

/**
 * The message is on record before anybody looks whether the start is over: the start looks for messages after it has ended, so that one of the two sees the other.
 */
export const queueMessage = implement(
  endpoint,
  async ({ params, body, caller: { ownerId }, request }, deps: Deps) => {
    const { conversation, start } = await requireQueue(ownerId, params.conversation_id, deps);
    const { conversation_id: id } = conversation;
    const message = newPendingMessage(body.content, deps.now());
    const answer = (position: number) => ({ id: message.message_id, queued: true, position });
    const claim = (position: number) => request.claim(answer(position));
    const position = await deps.messages.add(ownerId, id, message, claim);
    if (!(await isUnderWay(start, deps))) await deps.deliver(ownerId, id);
    return answer(position);
  },
  // Who asks again may not have been told that the message is there, and perhaps nobody was told to deliver it.
  async (kept, { params, caller: { ownerId } }, deps) => {
    const { conversation } = await findQueue(ownerId, params.conversation_id, deps);
    const waiting = conversation ? await deps.messages.list(ownerId, conversation.conversation_id) : [];
    const ours = waiting.find(({ message_id: id }) => id === kept.id);
    if (ours) await deps.deliver(ownerId, ours.conversation_id);
    return kept;
  },
);

export const handler = serve(
  queueMessage,
  () => ({
    conversations: conversationStore(),
    sandboxes: sandboxReader(),
    startTasks: startTaskStore(),
    messages: pendingMessages(),
    deliver: deliverMessages(),
    now: systemClock,
  }),
  claimDeps,
);

import { type Clock, systemClock } from '../../shared/clock.ts';
import { queueMessage as endpoint } from '../../shared/contract/messages.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { newPendingMessage } from '../../shared/messages/pending-message.ts';
import { isUnderWay, type QueueDeps, requireQueue } from '../../shared/messages/queue.ts';
import { conversationStore, startTaskStore } from '../../shared/wiring/conversations.ts';
import { deliverMessages, pendingMessages } from '../../shared/wiring/messages.ts';
import { sandboxReader } from '../../shared/wiring/sandboxes.ts';

interface Deps extends QueueDeps {
  readonly deliver: (ownerId: string, conversationId: string) => Promise<void>;
  readonly now: Clock;
}

/**
 * The message is on record before anybody looks whether the start is over: the start looks for messages after it has ended, so that one of the two sees the other.
 */
export const queueMessage = implement(endpoint, async ({ params, body, caller: { ownerId } }, deps: Deps) => {
  const { conversation, start } = await requireQueue(ownerId, params.conversation_id, deps);
  const { conversation_id: id } = conversation;
  const message = newPendingMessage(body.content, deps.now());
  const position = await deps.messages.add(ownerId, id, message);
  if (!(await isUnderWay(start, deps))) await deps.deliver(ownerId, id);
  return { id: message.message_id, queued: true, position };
});

export const handler = serve(queueMessage, () => ({
  conversations: conversationStore(),
  sandboxes: sandboxReader(),
  startTasks: startTaskStore(),
  messages: pendingMessages(),
  deliver: deliverMessages(),
  now: systemClock,
}));

import { listPendingMessages as endpoint } from '../../shared/contract/conversations/messages.ts';
import type { PendingMessages } from '../../shared/domain/conversations/messages/pending-messages.ts';
import { findQueue, type QueueDeps } from '../../shared/domain/conversations/messages/queue.ts';
import { undelivered } from '../../shared/domain/conversations/messages/undelivered.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { NotFoundError } from '../../shared/platform/errors.ts';
import { conversationHomes, pendingMessages, startTaskStore } from '../../shared/wiring/conversations.ts';

interface Deps extends QueueDeps {
  readonly messages: Pick<PendingMessages, 'list'>;
}

export const listPendingMessages = implement(endpoint, async ({ params, caller: { ownerId } }, deps: Deps) => {
  const { home } = await findQueue(ownerId, params.conversation_id, deps);
  if (!home) throw new NotFoundError('Conversation', params.conversation_id);
  const { conversation_id: id, start_task_id: startId } = home.conversation;
  const [start, pending] = await Promise.all([
    startId ? deps.startTasks.find(ownerId, startId) : undefined,
    deps.messages.list(ownerId, id),
  ]);
  return { items: [...undelivered(home, start, pending)] };
});

export const handler = serve(listPendingMessages, (granted) => ({
  homes: conversationHomes(granted),
  startTasks: startTaskStore(granted),
  messages: pendingMessages(granted),
}));

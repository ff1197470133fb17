import { queueMessage as endpoint } from '../../shared/contract/conversations/messages.ts';
import { newPendingMessage } from '../../shared/domain/conversations/messages/pending-messages.ts';
import {
  findQueue,
  isUnderWay,
  type QueueDeps,
  requireQueue,
} from '../../shared/domain/conversations/messages/queue.ts';
import { keepPictures, requireSmall } from '../../shared/domain/conversations/uploads/large-parts.ts';
import type { Uploads } from '../../shared/domain/conversations/uploads/uploads.ts';
import { claimDeps } from '../../shared/http/idempotency/claim-deps.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { type Clock, systemClock } from '../../shared/platform/clock.ts';
import {
  conversationHomes,
  deliverMessages,
  keptUploads,
  pendingMessages,
  startTaskStore,
} from '../../shared/wiring/conversations.ts';

interface Deps extends QueueDeps {
  readonly uploads: Pick<Uploads, 'find' | 'keep'>;
  readonly deliver: (ownerId: string, conversationId: string) => Promise<void>;
  readonly now: Clock;
}

/** Stores the message before it reads the start task, which checks for messages at its end: none is missed. */
export const queueMessage = implement(
  endpoint,
  async ({ params, body, caller: { ownerId }, request }, deps: Deps) => {
    const { conversation, start } = await requireQueue(ownerId, params.conversation_id, deps);
    const { conversation_id: id } = conversation;
    const content = await keepPictures(ownerId, body.content, deps);
    requireSmall(content);
    const message = newPendingMessage(content, deps.now());
    const answer = (position: number) => ({ id: message.message_id, queued: true, position });
    const claim = (position: number) => request.claim(answer(position));
    const position = await deps.messages.add(ownerId, id, message, claim);
    if (!(await isUnderWay(start, deps))) await deps.deliver(ownerId, id);
    return answer(position);
  },
  // The first request may have failed before it started the delivery, so a retry starts it.
  async (kept, { params, caller: { ownerId } }, deps) => {
    const { home } = await findQueue(ownerId, params.conversation_id, deps);
    const waiting = home ? await deps.messages.list(ownerId, home.conversation.conversation_id) : [];
    const ours = waiting.find(({ message_id: id }) => id === kept.id);
    if (ours) await deps.deliver(ownerId, ours.conversation_id);
    return kept;
  },
);

export const handler = serve(
  queueMessage,
  (granted) => ({
    homes: conversationHomes(granted),
    startTasks: startTaskStore(granted),
    messages: pendingMessages(granted),
    uploads: keptUploads(granted),
    deliver: deliverMessages(granted),
    now: systemClock,
  }),
  claimDeps,
);

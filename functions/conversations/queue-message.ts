import { queueMessage as endpoint } from '../../shared/contract/conversations/messages.ts';
import { newPendingMessage } from '../../shared/domain/conversations/messages/pending-messages.ts';
import { findQueue, type QueueDeps, requireQueue } from '../../shared/domain/conversations/messages/queue.ts';
import {
  leaveToWorker,
  type StoreDeps,
  stateNow,
  storeMessage,
} from '../../shared/domain/conversations/messages/store-message.ts';
import { claimDeps } from '../../shared/http/idempotency/claim-deps.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { queueDeps } from '../../shared/wiring/conversations.ts';

export const queueMessage = implement(
  endpoint,
  async ({ params, body, caller: { ownerId }, request }, deps: QueueDeps & StoreDeps) => {
    const conversation = await requireQueue(ownerId, params.conversation_id, deps);
    const message = newPendingMessage(body.content, deps.now());
    const { message_id: id } = message;
    const claim = (position: number) => request.claim({ id, queued: true, position, state: 'queued' });
    const { position, order } = await storeMessage(conversation, message, claim, deps);
    if (order) await leaveToWorker(conversation, id, deps);
    return { id, queued: true, position, state: 'queued' as const };
  },
  async (kept, { params, caller: { ownerId } }, deps) => {
    const { home } = await findQueue(ownerId, params.conversation_id, deps);
    if (!home) return kept;
    const { state } = await stateNow(ownerId, home.conversation.conversation_id, kept.id, deps);
    return { ...kept, state };
  },
);

export const handler = serve(queueMessage, queueDeps, claimDeps);

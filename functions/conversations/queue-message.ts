import { queueMessage as endpoint } from '../../shared/contract/conversations/messages.ts';
import { newPendingMessage } from '../../shared/domain/conversations/messages/pending-messages.ts';
import { findQueue, type QueueDeps, requireQueue } from '../../shared/domain/conversations/messages/queue.ts';
import { type MessageDeps, stateNow, takeMessage } from '../../shared/domain/conversations/messages/take-message.ts';
import { claimDeps } from '../../shared/http/idempotency/claim-deps.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { queueDeps } from '../../shared/wiring/agents.ts';

export const queueMessage = implement(
  endpoint,
  async ({ params, body, caller: { ownerId }, request }, deps: QueueDeps & MessageDeps) => {
    const conversation = await requireQueue(ownerId, params.conversation_id, deps);
    const message = newPendingMessage(body.content, deps.now());
    const { message_id: id } = message;
    const claim = (position: number) => request.claim({ id, queued: true, position, state: 'queued' });
    const { position, state } = await takeMessage(conversation, message, claim, deps);
    return { id, queued: true, position, state };
  },
  async (kept, { params, caller: { ownerId } }, deps) => {
    const { home } = await findQueue(ownerId, params.conversation_id, deps);
    if (!home) return kept;
    const { state } = await stateNow(ownerId, home.conversation.conversation_id, kept.id, deps);
    return { ...kept, state };
  },
);

export const handler = serve(queueMessage, queueDeps, claimDeps);

import { postMessage as endpoint } from '../../shared/contract/conversations/messages.ts';
import { newPendingMessage } from '../../shared/domain/conversations/messages/pending-messages.ts';
import { type QueueDeps, requireQueue } from '../../shared/domain/conversations/messages/queue.ts';
import {
  type MessageDeps,
  requireTaken,
  stateNow,
  type Taken,
  takeMessage,
} from '../../shared/domain/conversations/messages/take-message.ts';
import { claimDeps } from '../../shared/http/idempotency/claim-deps.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { queueDeps } from '../../shared/wiring/agents.ts';

export const postMessage = implement(
  endpoint,
  async ({ params, body, caller: { ownerId }, request }, deps: QueueDeps & MessageDeps) => {
    const conversation = await requireQueue(ownerId, params.conversation_id, deps);
    const content = [{ type: 'text' as const, text: body.message, cache_prompt: false }];
    const message = newPendingMessage(content, deps.now());
    const claim = () => request.claim(answerFor({ id: message.message_id, state: 'queued' }));
    return answerFor(requireTaken(await takeMessage(conversation, message, claim, deps)));
  },
  async (kept, { params, caller: { ownerId } }, deps) =>
    answerFor(requireTaken(await stateNow(ownerId, params.conversation_id, kept.id, deps))),
);

function answerFor({ id, state }: Pick<Taken, 'id' | 'state'>) {
  return { success: true, id, state } as const;
}

export const handler = serve(postMessage, queueDeps, claimDeps);

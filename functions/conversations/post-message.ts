import { postMessage as endpoint } from '../../shared/contract/conversations/messages.ts';
import { requireHome } from '../../shared/domain/conversations/agent/reach-agent.ts';
import { newPendingMessage } from '../../shared/domain/conversations/messages/pending-messages.ts';
import { takingMessages } from '../../shared/domain/conversations/messages/queue.ts';
import { requireTaken, stateNow, type Taken } from '../../shared/domain/conversations/messages/store-message.ts';
import { type MessageDeps, takeMessage } from '../../shared/domain/conversations/messages/take-message.ts';
import { claimDeps } from '../../shared/http/idempotency/claim-deps.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { messageDeps } from '../../shared/wiring/agents.ts';

export const postMessage = implement(
  endpoint,
  async ({ params, body, caller: { ownerId }, request }, deps: MessageDeps) => {
    const conversation = takingMessages(await requireHome(ownerId, params.conversation_id, deps));
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

export const handler = serve(postMessage, messageDeps, claimDeps);

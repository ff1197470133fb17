import { sendMessage as endpoint } from '../../shared/contract/conversations/messages.ts';
import { agentOf, requireHome } from '../../shared/domain/conversations/agent/reach-agent.ts';
import { newPendingMessage } from '../../shared/domain/conversations/messages/pending-messages.ts';
import { requireStarted } from '../../shared/domain/conversations/messages/queue.ts';
import {
  requireTaken,
  stateNow,
  type Taken,
  wordsOfState,
} from '../../shared/domain/conversations/messages/store-message.ts';
import { type MessageDeps, takeMessage } from '../../shared/domain/conversations/messages/take-message.ts';
import { homeOf } from '../../shared/domain/conversations/record/conversation-homes.ts';
import { claimDeps } from '../../shared/http/idempotency/claim-deps.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { messageDeps } from '../../shared/wiring/agents.ts';

/** Responds with what is known of the message after about two seconds at most. */
export const sendMessage = implement(
  endpoint,
  async ({ params, body, caller, request }, deps: MessageDeps) => {
    const home = await requireHome(caller.ownerId, params.conversation_id, deps);
    await agentOf(home.conversation, homeOf(home), deps.keys);
    requireStarted(home.conversation);
    const message = newPendingMessage(body.content, deps.now(), body.run);
    const claim = () => request.claim(answerFor({ id: message.message_id, state: 'queued' }));
    return answerFor(requireTaken(await takeMessage(home.conversation, message, claim, deps)));
  },
  async (kept, { params, caller: { ownerId } }, deps) =>
    answerFor(requireTaken(await stateNow(ownerId, params.conversation_id, kept.id, deps))),
);

function answerFor({ id, state }: Pick<Taken, 'id' | 'state'>) {
  return { success: true, sandbox_status: 'RUNNING', message: wordsOfState[state], id, state } as const;
}

export const handler = serve(sendMessage, messageDeps, claimDeps);

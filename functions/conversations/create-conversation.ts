import { createConversation as endpoint } from '../../shared/contract/conversations.ts';
import { legacyMessage, legacyStatus } from '../../shared/conversations/conversation-view.ts';
import { orderOf } from '../../shared/conversations/legacy-request.ts';
import { sandboxOf } from '../../shared/conversations/sandbox-of.ts';
import {
  findChosen,
  type StartDeps,
  type StartOrder,
  tryToStart,
} from '../../shared/conversations/start-conversation.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { retryLostRaces } from '../../shared/retry-lost-races.ts';
import { startDeps } from '../../shared/wiring/conversations.ts';
import { claimDeps } from '../../shared/wiring/idempotency.ts';

interface Deps extends StartDeps {
  readonly sandboxLimit: number;
}

/** An id that exists is joined and left as it is: sending a request twice, even at once, starts one conversation. */
export const createConversation = implement(endpoint, ({ body, caller, request }, deps: Deps) => {
  const order: StartOrder = {
    ...orderOf(body, caller, deps.sandboxLimit),
    claim: ({ conversation }) => request.claim(answer(conversation, 'STARTING', null)),
  };
  return retryLostRaces(async () => {
    const existing = await findChosen(order, deps);
    if (existing) {
      const sandbox = sandboxOf(existing, await deps.sandboxes.find(caller.ownerId, existing.sandbox_id));
      return answer(existing, legacyStatus(sandbox), legacyMessage(sandbox));
    }
    const { conversation } = await tryToStart(order, undefined, deps);
    return answer(conversation, 'STARTING', null);
  });
});

function answer(
  conversation: { readonly conversation_id: string; readonly given_id: string | null },
  status: 'STARTING' | 'RUNNING' | 'STOPPED',
  message: string | null,
) {
  const { conversation_id: id, given_id: givenId } = conversation;
  return { status: 'ok', conversation_id: givenId ?? id, message, conversation_status: status };
}

export const handler = serve(createConversation, startDeps, claimDeps);

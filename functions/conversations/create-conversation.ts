import { createConversation as endpoint } from '../../shared/contract/conversations.ts';
import { legacyMessage, legacyStatus } from '../../shared/domain/conversations/conversation-view.ts';
import { sandboxOf } from '../../shared/domain/conversations/sandbox-of.ts';
import { legacyStartOrder } from '../../shared/domain/start-tasks/create/legacy-request.ts';
import { findChosen, tryToStart } from '../../shared/domain/start-tasks/create/start-conversation.ts';
import type { StartDeps, StartOrder } from '../../shared/domain/start-tasks/create/start-order.ts';
import { claimDeps } from '../../shared/http/idempotency/claim-deps.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { retryLostRaces } from '../../shared/platform/errors/retry-lost-races.ts';
import { startDeps } from '../../shared/wiring/conversations.ts';

interface Deps extends StartDeps {
  readonly sandboxLimit: number;
}

/** An id that exists is joined and left as it is: sending a request twice, even at once, starts one conversation. */
export const createConversation = implement(endpoint, ({ body, caller, request }, deps: Deps) => {
  const order: StartOrder = {
    ...legacyStartOrder(body, caller, deps.sandboxLimit),
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

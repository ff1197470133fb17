import { createConversation as endpoint } from '../../shared/contract/conversations/conversations.ts';
import type { Conversation } from '../../shared/domain/conversations/record/conversation.ts';
import { sandboxOf } from '../../shared/domain/conversations/record/conversation-homes.ts';
import { legacyResponse } from '../../shared/domain/conversations/record/conversation-view.ts';
import {
  keptOrder,
  type OrderUploads,
  recordingOf,
} from '../../shared/domain/conversations/start/create/kept-order.ts';
import { findChosen, tryToStart } from '../../shared/domain/conversations/start/create/start-conversation.ts';
import type { StartDeps, StartOrder } from '../../shared/domain/conversations/start/create/start-order.ts';
import { legacyStartOrder } from '../../shared/domain/conversations/start/create/start-requests.ts';
import type { Uploads } from '../../shared/domain/conversations/uploads/uploads.ts';
import { claimDeps } from '../../shared/http/idempotency/claim-deps.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { retryLostRaces } from '../../shared/platform/errors.ts';
import { startDeps, uploads } from '../../shared/wiring/conversations.ts';

interface Deps extends StartDeps {
  readonly uploads: OrderUploads & Pick<Uploads, 'read'>;
  readonly sandboxLimit: number;
}

/** An existing ID is joined, not changed: repeated requests, even concurrent ones, start one conversation. */
export const createConversation = implement(endpoint, async ({ body, caller, request }, deps: Deps) => {
  const given = legacyStartOrder(body, caller, deps.sandboxLimit);
  const order: StartOrder = {
    ...given,
    claim: ({ conversation }) => request.claim(starting(conversation)),
  };
  let kept: StartOrder | undefined;
  return retryLostRaces(async () => {
    const existing = await findChosen(order, deps);
    if (existing) {
      const sandbox = sandboxOf(existing, await deps.sandboxes.find(caller.ownerId, existing.sandbox_id));
      return legacyResponse(existing, sandbox);
    }
    kept ??= await keptOrder({ ...order, replayJson: await recordingOf(given, deps) }, deps);
    const { conversation } = await tryToStart(kept, undefined, deps);
    return starting(conversation);
  });
});

/** A new conversation is starting, even if it joins a running sandbox. */
function starting({ conversation_id: id, given_id: givenId }: Conversation) {
  return { status: 'ok', conversation_id: givenId ?? id, message: null, conversation_status: 'STARTING' as const };
}

export const handler = serve(
  createConversation,
  (granted) => ({ ...startDeps(granted), uploads: uploads(granted) }),
  claimDeps,
);

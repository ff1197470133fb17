import { stopConversation as endpoint } from '../../shared/contract/conversations/legacy-conversations.ts';
import { requireHome } from '../../shared/domain/conversations/agent/reach-agent.ts';
import { type ConversationHomes, homeOf } from '../../shared/domain/conversations/record/conversation-homes.ts';
import { legacyResponse, legacyStatus } from '../../shared/domain/conversations/record/conversation-view.ts';
import { pauseRequested } from '../../shared/domain/sandboxes/intent/intents.ts';
import type { SandboxStore } from '../../shared/domain/sandboxes/store/sandbox-store.ts';
import { claimDeps } from '../../shared/http/idempotency/claim-deps.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { type Clock, systemClock } from '../../shared/platform/clock.ts';
import { retryLostRaces } from '../../shared/platform/errors.ts';
import { conversationHomes } from '../../shared/wiring/conversations.ts';
import { sandboxStore } from '../../shared/wiring/sandboxes.ts';

interface Deps {
  readonly homes: ConversationHomes;
  readonly sandboxes: Pick<SandboxStore, 'save'>;
  readonly now: Clock;
}

/** Returns the status before the stop. */
export const stopConversation = implement(endpoint, ({ params, caller: { ownerId, keyId }, request }, deps: Deps) =>
  retryLostRaces(async () => {
    const home = await requireHome(ownerId, params.conversation_id, deps);
    const { conversation } = home;
    const sandbox = homeOf(home);
    const wasRunning = legacyStatus(sandbox) !== 'STOPPED';
    const message = wasRunning ? 'Conversation stopped successfully' : 'Conversation was not running';
    const answer = { ...legacyResponse(conversation, sandbox), message };
    const next = sandbox && pauseRequested(sandbox, deps.now(), keyId);
    if (sandbox && next)
      await deps.sandboxes.save([{ previous: sandbox, next }], undefined, await request.claim(answer));
    return answer;
  }),
);

export const handler = serve(
  stopConversation,
  (granted) => ({
    homes: conversationHomes(granted),
    sandboxes: sandboxStore(granted),
    now: systemClock,
  }),
  claimDeps,
);

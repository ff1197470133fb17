import { stopOrganizationConversation as endpoint } from '../../shared/contract/conversations/organization-conversations.ts';
import { requireSeesAll } from '../../shared/domain/accounts/organization.ts';
import { requireHome } from '../../shared/domain/conversations/agent/reach-agent.ts';
import { type ConversationHomes, homeOf } from '../../shared/domain/conversations/record/conversation-homes.ts';
import { pauseRequested } from '../../shared/domain/sandboxes/intent/intents.ts';
import type { SandboxStore } from '../../shared/domain/sandboxes/store/sandbox-store.ts';
import { claimDeps } from '../../shared/http/idempotency/claim-deps.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { type Clock, systemClock } from '../../shared/platform/clock.ts';
import { AppError, retryLostRaces } from '../../shared/platform/errors.ts';
import { conversationHomes } from '../../shared/wiring/conversations.ts';
import { sandboxStore } from '../../shared/wiring/sandboxes.ts';

interface Deps {
  readonly homes: ConversationHomes;
  readonly sandboxes: Pick<SandboxStore, 'save'>;
  readonly now: Clock;
}

export const stopOrganizationConversation = implement(endpoint, ({ params, caller, request }, deps: Deps) =>
  retryLostRaces(async () => {
    requireSeesAll(params.org_id, caller, 'conversations');
    const home = await requireHome(caller.ownerId, params.conversation_id, deps);
    const sandbox = homeOf(home);
    const next = sandbox && pauseRequested(sandbox, deps.now(), caller.keyId);
    if (!sandbox || !next) throw new AppError('conflict', 'The sandbox of this conversation is not running.');
    const { conversation_id, sandbox_id } = home.conversation;
    const answer = { message: 'Conversation stopped' as const, conversation_id, sandbox_id };
    await deps.sandboxes.save([{ previous: sandbox, next }], undefined, await request.claim(answer));
    return answer;
  }),
);

export const handler = serve(
  stopOrganizationConversation,
  (granted) => ({
    homes: conversationHomes(granted),
    sandboxes: sandboxStore(granted),
    now: systemClock,
  }),
  claimDeps,
);

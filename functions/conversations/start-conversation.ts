import { startConversation as endpoint } from '../../shared/contract/conversations/legacy-conversations.ts';
import type { StageLimits } from '../../shared/domain/billing/budgets/start-rules.ts';
import { requireHome } from '../../shared/domain/conversations/agent/reach-agent.ts';
import { type ConversationHomes, homeOf } from '../../shared/domain/conversations/record/conversation-homes.ts';
import { legacyResponse } from '../../shared/domain/conversations/record/conversation-view.ts';
import { resumeConversation } from '../../shared/domain/conversations/start/create/resume-conversation.ts';
import type { StartDeps } from '../../shared/domain/conversations/start/create/start-order.ts';
import { policyFor } from '../../shared/domain/sandboxes/intent/within-limit.ts';
import { claimDeps } from '../../shared/http/idempotency/claim-deps.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { NotFoundError } from '../../shared/platform/errors.ts';
import { restartDeps } from '../../shared/wiring/conversations/starts.ts';

interface Deps extends StartDeps {
  readonly homes: ConversationHomes;
  readonly stageLimits: StageLimits;
}

/** A conversation that is already running gets the same response. */
export const startConversation = implement(endpoint, async ({ params, caller, request }, deps: Deps) => {
  const { conversation_id: id } = params;
  const { ownerId } = caller;
  const before = await deps.homes.find(ownerId, id);
  if (!before) throw new NotFoundError('Conversation', id, { msg_id: 'CONVERSATION$NOT_FOUND', conversation_id: id });
  const policy = policyFor(caller, deps.stageLimits, 'reject');
  await resumeConversation(before, policy, deps, (row, sandbox) => request.claim(legacyResponse(row, sandbox)));
  const home = await requireHome(ownerId, id, deps);
  return legacyResponse(home.conversation, homeOf(home));
});

export const handler = serve(startConversation, restartDeps, claimDeps);

import { findSandbox, requireConversation } from '../../shared/agent-proxy/reach-agent.ts';
import { startConversation as endpoint } from '../../shared/contract/legacy-conversation.ts';
import { legacyResponse } from '../../shared/conversations/legacy-response.ts';
import { resumeConversation } from '../../shared/conversations/resume-conversation.ts';
import type { StartDeps } from '../../shared/conversations/start-conversation.ts';
import { NotFoundError } from '../../shared/errors.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { policyFor } from '../../shared/sandboxes/within-limit.ts';
import { restartDeps } from '../../shared/wiring/conversations.ts';
import { claimDeps } from '../../shared/wiring/idempotency.ts';

interface Deps extends StartDeps {
  readonly sandboxLimit: number;
}

/** Already running: the same answer. */
export const startConversation = implement(endpoint, async ({ params, caller, request }, deps: Deps) => {
  const { conversation_id: id } = params;
  const { ownerId } = caller;
  const before = await deps.conversations.find(ownerId, id);
  if (!before) throw new NotFoundError('Conversation', id, { msg_id: 'CONVERSATION$NOT_FOUND', conversation_id: id });
  const policy = policyFor(caller, deps.sandboxLimit, 'reject');
  await resumeConversation(before, policy, deps, (row, sandbox) => request.claim(legacyResponse(row, sandbox)));
  const conversation = await requireConversation(ownerId, id, deps);
  return legacyResponse(conversation, await findSandbox(conversation, deps));
});

export const handler = serve(startConversation, restartDeps, claimDeps);

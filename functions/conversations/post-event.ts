import { postEvent as endpoint } from '../../shared/contract/conversations/messages.ts';
import { type AgentDeps, reachAgent } from '../../shared/domain/conversations/agent/reach-agent.ts';
import { performRequest, readLegacyEvent } from '../../shared/domain/conversations/messages/legacy-event.ts';
import { type ContentDeps, contentFor } from '../../shared/domain/conversations/uploads/large-parts.ts';
import { claimDeps } from '../../shared/http/idempotency/claim-deps.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { talkDeps } from '../../shared/wiring/agents.ts';

export const postEvent = implement(
  endpoint,
  async ({ params, body, caller, request }, deps: AgentDeps & ContentDeps) => {
    const given = readLegacyEvent(body);
    const asked =
      given.kind === 'say' ? { ...given, content: await contentFor(caller.ownerId, given.content, deps) } : given;
    await performRequest(asked, await reachAgent(caller.ownerId, params.conversation_id, deps), request.triedAt);
    return { success: true } as const;
  },
);

export const handler = serve(postEvent, talkDeps, claimDeps);

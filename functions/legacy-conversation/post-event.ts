import { type AgentDeps, reachAgent } from '../../shared/agent-proxy/reach-agent.ts';
import { postEvent as endpoint } from '../../shared/contract/legacy-conversation.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { readLegacyEvent } from '../../shared/messages/legacy-event.ts';
import { perform } from '../../shared/messages/perform.ts';
import { agentDeps } from '../../shared/wiring/agents.ts';
import { claimDeps } from '../../shared/wiring/idempotency.ts';

export const postEvent = implement(endpoint, async ({ params, body, caller, request }, deps: AgentDeps) => {
  const wish = readLegacyEvent(body);
  await perform(wish, await reachAgent(caller.ownerId, params.conversation_id, deps), request.triedAt);
  return { success: true } as const;
});

export const handler = serve(postEvent, agentDeps, claimDeps);

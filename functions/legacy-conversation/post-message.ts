import { type AgentDeps, reachAgent } from '../../shared/agent-proxy/reach-agent.ts';
import { postMessage as endpoint } from '../../shared/contract/legacy-conversation.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { sayNow } from '../../shared/messages/say-now.ts';
import { agentDeps } from '../../shared/wiring/agents.ts';
import { claimDeps } from '../../shared/wiring/idempotency.ts';

export const postMessage = implement(endpoint, async ({ params, body, caller, request }, deps: AgentDeps) => {
  const agent = await reachAgent(caller.ownerId, params.conversation_id, deps);
  const content = [{ type: 'text' as const, text: body.message, cache_prompt: false }];
  await sayNow(agent, content, true, request.triedAt);
  return { success: true } as const;
});

export const handler = serve(postMessage, agentDeps, claimDeps);

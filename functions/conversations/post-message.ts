import { postMessage as endpoint } from '../../shared/contract/conversations/messages.ts';
import { type AgentDeps, reachAgent } from '../../shared/domain/conversations/agent/reach-agent.ts';
import { sayNow } from '../../shared/domain/conversations/messages/send-message.ts';
import { claimDeps } from '../../shared/http/idempotency/claim-deps.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { agentDeps } from '../../shared/wiring/agents.ts';

export const postMessage = implement(endpoint, async ({ params, body, caller, request }, deps: AgentDeps) => {
  const agent = await reachAgent(caller.ownerId, params.conversation_id, deps);
  const content = [{ type: 'text' as const, text: body.message, cache_prompt: false }];
  await sayNow(agent, content, true, request.triedAt);
  return { success: true } as const;
});

export const handler = serve(postMessage, agentDeps, claimDeps);

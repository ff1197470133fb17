import { type AgentDeps, reachAgent } from '../../shared/agent-proxy/reach-agent.ts';
import { sendMessage as endpoint } from '../../shared/contract/messages.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { sayNow } from '../../shared/messages/say-now.ts';
import { agentDeps } from '../../shared/wiring/agents.ts';
import { claimDeps } from '../../shared/wiring/idempotency.ts';

export const sendMessage = implement(endpoint, async ({ params, body, caller, request }, deps: AgentDeps) => {
  const agent = await reachAgent(caller.ownerId, params.conversation_id, deps);
  await sayNow(agent, body.content, body.run, request.triedAt);
  return { success: true, sandbox_status: 'RUNNING', message: 'The agent has the message.' } as const;
});

export const handler = serve(sendMessage, agentDeps, claimDeps);

import { switchAcpModel as endpoint } from '../../shared/contract/agents/agent-proxy.ts';
import { type AgentDeps, reachAgent } from '../../shared/domain/conversations/agent/reach-agent.ts';
import { askAgent } from '../../shared/domain/sandboxes/agent/ask-agent.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { agentDeps } from '../../shared/wiring/agents.ts';

export const switchAcpModel = implement(endpoint, async ({ params, body, caller }, deps: AgentDeps) => {
  const agent = await reachAgent(caller.ownerId, params.conversation_id, deps);
  const json = { model: body.model };
  await askAgent(agent, { method: 'POST', path: `${agent.path}/switch_acp_model`, json });
  return { success: true } as const;
});

export const handler = serve(switchAcpModel, agentDeps);

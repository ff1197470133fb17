import { switchProfile as endpoint } from '../../shared/contract/agent-proxy.ts';
import { askAgent } from '../../shared/domain/agent-proxy/ask-agent.ts';
import { type AgentDeps, reachAgent } from '../../shared/domain/agent-proxy/reach-agent.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { agentDeps } from '../../shared/wiring/agent-proxy.ts';

export const switchProfile = implement(endpoint, async ({ params, body, caller }, deps: AgentDeps) => {
  const agent = await reachAgent(caller.ownerId, params.conversation_id, deps);
  const json = { profile_name: body.profile_name };
  await askAgent(agent, { method: 'POST', path: `${agent.path}/switch_profile`, json });
  return { success: true } as const;
});

export const handler = serve(switchProfile, agentDeps);

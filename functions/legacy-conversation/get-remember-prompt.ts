import { type AgentDeps, reachAgent } from '../../shared/agent-proxy/reach-agent.ts';
import { getRememberPrompt as endpoint } from '../../shared/contract/legacy-conversation.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { rememberPrompt } from '../../shared/messages/remember-prompt.ts';
import { agentDeps } from '../../shared/wiring/agents.ts';

export const getRememberPrompt = implement(endpoint, async ({ params, query, caller }, deps: AgentDeps) => {
  const agent = await reachAgent(caller.ownerId, params.conversation_id, deps);
  return { status: 'success', prompt: await rememberPrompt(agent, query.event_id) } as const;
});

export const handler = serve(getRememberPrompt, agentDeps);

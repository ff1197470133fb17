import { getRememberPrompt as endpoint } from '../../shared/contract/conversations/messages.ts';
import { type AgentDeps, reachAgent } from '../../shared/domain/conversations/agent/reach-agent.ts';
import { rememberPrompt } from '../../shared/domain/conversations/messages/remember-prompt.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { agentDeps } from '../../shared/wiring/agents.ts';

export const getRememberPrompt = implement(endpoint, async ({ params, query, caller }, deps: AgentDeps) => {
  const agent = await reachAgent(caller.ownerId, params.conversation_id, deps);
  return { status: 'success', prompt: await rememberPrompt(agent, query.event_id) } as const;
});

export const handler = serve(getRememberPrompt, agentDeps);

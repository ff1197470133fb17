import type { AgentDeps } from '../../shared/agent-proxy/reach-agent.ts';
import { skillsOf } from '../../shared/agent-proxy/skills.ts';
import { whileRunning } from '../../shared/agent-proxy/while-running.ts';
import { listMicroagents as endpoint } from '../../shared/contract/legacy-conversation.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { agentDeps } from '../../shared/wiring/agents.ts';

/** Skills are what microagents became. */
export const listMicroagents = implement(endpoint, async ({ params, caller }, deps: AgentDeps) => {
  const skills = await whileRunning(caller.ownerId, params.conversation_id, deps, skillsOf);
  const microagents = skills.map((skill) => ({
    ...skill,
    type: skill.type === 'repo' ? ('repo' as const) : ('knowledge' as const),
    inputs: [],
    tools: [],
  }));
  return { microagents };
});

export const handler = serve(listMicroagents, agentDeps);

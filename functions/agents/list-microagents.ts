import { listMicroagents as endpoint } from '../../shared/contract/agents/agent-proxy.ts';
import { skillsOf, whileRunning } from '../../shared/domain/agents/proxy/skills-and-hooks.ts';
import type { AgentDeps } from '../../shared/domain/conversations/agent/reach-agent.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { agentDeps } from '../../shared/wiring/agents.ts';

/** Microagents are the former name of skills. */
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

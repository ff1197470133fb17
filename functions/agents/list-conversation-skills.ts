import { listSkills as endpoint } from '../../shared/contract/agents/agent-proxy.ts';
import { skillsOf, whileRunning } from '../../shared/domain/agents/proxy/skills-and-hooks.ts';
import type { AgentDeps } from '../../shared/domain/conversations/agent/reach-agent.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { agentDeps } from '../../shared/wiring/agents.ts';

export const listSkills = implement(endpoint, async ({ params, caller }, deps: AgentDeps) => ({
  skills: await whileRunning(caller.ownerId, params.conversation_id, deps, skillsOf),
}));

export const handler = serve(listSkills, agentDeps);

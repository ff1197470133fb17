import type { AgentDeps } from '../../shared/agent-proxy/reach-agent.ts';
import { skillsOf } from '../../shared/agent-proxy/skills.ts';
import { whileRunning } from '../../shared/agent-proxy/while-running.ts';
import { listSkills as endpoint } from '../../shared/contract/agent-proxy.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { agentDeps } from '../../shared/wiring/agents.ts';

export const listSkills = implement(endpoint, async ({ params, caller }, deps: AgentDeps) => ({
  skills: await whileRunning(caller.ownerId, params.conversation_id, deps, skillsOf),
}));

export const handler = serve(listSkills, agentDeps);

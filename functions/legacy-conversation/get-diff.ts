import { inProject } from '../../shared/agent-proxy/files.ts';
import { gitDiff } from '../../shared/agent-proxy/git.ts';
import { type AgentDeps, reachAgent } from '../../shared/agent-proxy/reach-agent.ts';
import { getDiff as endpoint } from '../../shared/contract/legacy-conversation.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { agentDeps } from '../../shared/wiring/agents.ts';

export const getDiff = implement(endpoint, async ({ params, query, caller }, deps: AgentDeps) => {
  const agent = await reachAgent(caller.ownerId, params.conversation_id, deps);
  return gitDiff(agent, { path: await inProject(agent, query.path) });
});

export const handler = serve(getDiff, agentDeps);

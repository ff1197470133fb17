import { getDiff as endpoint } from '../../shared/contract/agents/agent-proxy.ts';
import { gitDiff } from '../../shared/domain/agents/proxy/git-changes.ts';
import { inProject } from '../../shared/domain/agents/proxy/workspace.ts';
import { type AgentDeps, reachAgent } from '../../shared/domain/conversations/agent/reach-agent.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { agentDeps } from '../../shared/wiring/agents.ts';

export const getDiff = implement(endpoint, async ({ params, query, caller }, deps: AgentDeps) => {
  const agent = await reachAgent(caller.ownerId, params.conversation_id, deps);
  return gitDiff(agent, { path: await inProject(agent, query.path) });
});

export const handler = serve(getDiff, agentDeps);

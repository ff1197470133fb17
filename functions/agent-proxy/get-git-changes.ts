import { gitChanges } from '../../shared/agent-proxy/git.ts';
import { type AgentDeps, reachAgent } from '../../shared/agent-proxy/reach-agent.ts';
import { getGitChanges as endpoint } from '../../shared/contract/agent-proxy.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { agentDeps } from '../../shared/wiring/agents.ts';

export const getGitChanges = implement(endpoint, async ({ params, query, caller }, deps: AgentDeps) =>
  gitChanges(await reachAgent(caller.ownerId, params.conversation_id, deps), query),
);

export const handler = serve(getGitChanges, agentDeps);

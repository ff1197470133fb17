import { gitDiff } from '../../shared/agent-proxy/git.ts';
import { type AgentDeps, reachAgent } from '../../shared/agent-proxy/reach-agent.ts';
import { getGitDiff as endpoint } from '../../shared/contract/agent-proxy.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { agentDeps } from '../../shared/wiring/agents.ts';

export const getGitDiff = implement(endpoint, async ({ params, query, caller }, deps: AgentDeps) =>
  gitDiff(await reachAgent(caller.ownerId, params.conversation_id, deps), query),
);

export const handler = serve(getGitDiff, agentDeps);

import { getGitDiff as endpoint } from '../../shared/contract/agents/agent-proxy.ts';
import { gitDiff } from '../../shared/domain/agents/proxy/git-changes.ts';
import { type AgentDeps, reachAgent } from '../../shared/domain/conversations/agent/reach-agent.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { agentDeps } from '../../shared/wiring/agents.ts';

export const getGitDiff = implement(endpoint, async ({ params, query, caller }, deps: AgentDeps) =>
  gitDiff(await reachAgent(caller.ownerId, params.conversation_id, deps), query),
);

export const handler = serve(getGitDiff, agentDeps);

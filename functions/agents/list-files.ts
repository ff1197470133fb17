import { listFiles as endpoint } from '../../shared/contract/agents/agent-proxy.ts';
import { listDirectory } from '../../shared/domain/agents/proxy/workspace.ts';
import { type AgentDeps, reachAgent } from '../../shared/domain/conversations/agent/reach-agent.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { agentDeps } from '../../shared/wiring/agents.ts';

export const listFiles = implement(endpoint, async ({ params, query, caller }, deps: AgentDeps) =>
  listDirectory(await reachAgent(caller.ownerId, params.conversation_id, deps), query.path ?? ''),
);

export const handler = serve(listFiles, agentDeps);

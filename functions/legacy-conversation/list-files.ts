import { listDirectory } from '../../shared/agent-proxy/files.ts';
import { type AgentDeps, reachAgent } from '../../shared/agent-proxy/reach-agent.ts';
import { listFiles as endpoint } from '../../shared/contract/legacy-conversation.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { agentDeps } from '../../shared/wiring/agents.ts';

export const listFiles = implement(endpoint, async ({ params, query, caller }, deps: AgentDeps) =>
  listDirectory(await reachAgent(caller.ownerId, params.conversation_id, deps), query.path ?? ''),
);

export const handler = serve(listFiles, agentDeps);

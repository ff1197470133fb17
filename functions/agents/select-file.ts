import { selectFile as endpoint } from '../../shared/contract/agents/agent-proxy.ts';
import { readTextFile } from '../../shared/domain/agents/proxy/workspace.ts';
import { type AgentDeps, reachAgent } from '../../shared/domain/conversations/agent/reach-agent.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { agentDeps } from '../../shared/wiring/agents.ts';

export const selectFile = implement(endpoint, async ({ params, query, caller }, deps: AgentDeps) => ({
  code: await readTextFile(await reachAgent(caller.ownerId, params.conversation_id, deps), query.file),
}));

export const handler = serve(selectFile, agentDeps);

import { readTextFile } from '../../shared/agent-proxy/files.ts';
import { type AgentDeps, reachAgent } from '../../shared/agent-proxy/reach-agent.ts';
import { selectFile as endpoint } from '../../shared/contract/legacy-conversation.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { agentDeps } from '../../shared/wiring/agents.ts';

export const selectFile = implement(endpoint, async ({ params, query, caller }, deps: AgentDeps) => ({
  code: await readTextFile(await reachAgent(caller.ownerId, params.conversation_id, deps), query.file),
}));

export const handler = serve(selectFile, agentDeps);

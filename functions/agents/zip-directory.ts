import { zipDirectory as endpoint } from '../../shared/contract/agents/agent-proxy.ts';
import { workspaceZip } from '../../shared/domain/agents/proxy/workspace-zip.ts';
import { type AgentDeps, reachAgent } from '../../shared/domain/conversations/agent/reach-agent.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serveStream } from '../../shared/http/serve/serve-stream.ts';
import { agentDeps } from '../../shared/wiring/agents.ts';

export const zipDirectory = implement(endpoint, async ({ params, caller }, deps: AgentDeps) =>
  workspaceZip(await reachAgent(caller.ownerId, params.conversation_id, deps)),
);

export const handler = serveStream(zipDirectory, agentDeps);

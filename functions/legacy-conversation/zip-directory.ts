import { type AgentDeps, reachAgent } from '../../shared/agent-proxy/reach-agent.ts';
import { workspaceZip } from '../../shared/agent-proxy/workspace-zip.ts';
import { zipDirectory as endpoint } from '../../shared/contract/legacy-conversation.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serveStream } from '../../shared/http/serve-stream.ts';
import { agentDeps } from '../../shared/wiring/agents.ts';

export const zipDirectory = implement(endpoint, async ({ params, caller }, deps: AgentDeps) =>
  workspaceZip(await reachAgent(caller.ownerId, params.conversation_id, deps)),
);

export const handler = serveStream(zipDirectory, agentDeps);

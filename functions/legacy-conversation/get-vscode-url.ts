import { type AgentDeps, reachAgent } from '../../shared/agent-proxy/reach-agent.ts';
import { vscodeUrl } from '../../shared/agent-proxy/vscode-url.ts';
import { getVscodeUrl as endpoint } from '../../shared/contract/legacy-conversation.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { agentDeps } from '../../shared/wiring/agents.ts';

export const getVscodeUrl = implement(endpoint, async ({ params, caller }, deps: AgentDeps) => ({
  vscode_url: await vscodeUrl(await reachAgent(caller.ownerId, params.conversation_id, deps)),
}));

export const handler = serve(getVscodeUrl, agentDeps);

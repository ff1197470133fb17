import { getVscodeUrl as endpoint } from '../../shared/contract/agents/agent-proxy.ts';
import { vscodeUrl } from '../../shared/domain/agents/proxy/vscode-url.ts';
import { type AgentDeps, reachAgent } from '../../shared/domain/conversations/agent/reach-agent.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { agentDeps } from '../../shared/wiring/agents.ts';

export const getVscodeUrl = implement(endpoint, async ({ params, caller }, deps: AgentDeps) =>
  vscodeUrl(await reachAgent(caller.ownerId, params.conversation_id, deps)),
);

export const handler = serve(getVscodeUrl, agentDeps);

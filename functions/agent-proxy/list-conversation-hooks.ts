import { hooksOf } from '../../shared/agent-proxy/hooks.ts';
import type { AgentDeps } from '../../shared/agent-proxy/reach-agent.ts';
import { whileRunning } from '../../shared/agent-proxy/while-running.ts';
import { listHooks as endpoint } from '../../shared/contract/agent-proxy.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { agentDeps } from '../../shared/wiring/agents.ts';

export const listHooks = implement(endpoint, async ({ params, caller }, deps: AgentDeps) => ({
  hooks: await whileRunning(caller.ownerId, params.conversation_id, deps, hooksOf),
}));

export const handler = serve(listHooks, agentDeps);

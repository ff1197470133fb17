import { listHooks as endpoint } from '../../shared/contract/agents/agent-proxy.ts';
import { hooksOf, whileRunning } from '../../shared/domain/agents/proxy/skills-and-hooks.ts';
import type { AgentDeps } from '../../shared/domain/conversations/agent/reach-agent.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { agentDeps } from '../../shared/wiring/agents.ts';

export const listHooks = implement(endpoint, async ({ params, caller }, deps: AgentDeps) => ({
  hooks: await whileRunning(caller.ownerId, params.conversation_id, deps, hooksOf),
}));

export const handler = serve(listHooks, agentDeps);

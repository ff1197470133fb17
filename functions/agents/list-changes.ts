import { listChanges as endpoint } from '../../shared/contract/agents/agent-proxy.ts';
import { gitChanges } from '../../shared/domain/agents/proxy/git-changes.ts';
import { projectDir } from '../../shared/domain/agents/proxy/workspace.ts';
import { type AgentDeps, reachAgent } from '../../shared/domain/conversations/agent/reach-agent.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { agentDeps } from '../../shared/wiring/agents.ts';

/** Git's one-letter status codes. */
const letters = { UPDATED: 'M', ADDED: 'A', DELETED: 'D', MOVED: 'R' } as const;

export const listChanges = implement(endpoint, async ({ params, caller }, deps: AgentDeps) => {
  const agent = await reachAgent(caller.ownerId, params.conversation_id, deps);
  const changes = await gitChanges(agent, { path: await projectDir(agent) });
  return changes.map(({ status, path }) => ({ status: letters[status], path }));
});

export const handler = serve(listChanges, agentDeps);

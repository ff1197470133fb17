import { resizeTerminal as endpoint } from '../../shared/contract/commands/commands.ts';
import { findCommand, resizeTerminal as resize } from '../../shared/domain/commands/steer-command.ts';
import { type AgentAccessDeps, runningAgent } from '../../shared/domain/sandboxes/agent/reach-sandbox.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { runningAgentDeps } from '../../shared/wiring/agents.ts';

export const resizeTerminal = implement(endpoint, async ({ params, body, caller }, deps: AgentAccessDeps) => {
  const { sandbox_id: sandboxId, command_id: id } = params;
  const agent = await runningAgent(caller.ownerId, sandboxId, deps);
  await resize(agent, id, await findCommand(agent, id), body);
  return { success: true } as const;
});

export const handler = serve(resizeTerminal, runningAgentDeps);

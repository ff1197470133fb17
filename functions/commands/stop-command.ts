import { stopCommand as endpoint } from '../../shared/contract/commands/commands.ts';
import { commandView } from '../../shared/domain/commands/command-record.ts';
import { stateOf } from '../../shared/domain/commands/follow-command.ts';
import { findCommand, signalCommand } from '../../shared/domain/commands/steer-command.ts';
import { type AgentAccessDeps, runningAgent } from '../../shared/domain/sandboxes/agent/reach-sandbox.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { runningAgentDeps } from '../../shared/wiring/agents.ts';

export const stopCommand = implement(endpoint, async ({ params, body, caller }, deps: AgentAccessDeps) => {
  const { sandbox_id: sandboxId, command_id: id } = params;
  const agent = await runningAgent(caller.ownerId, sandboxId, deps);
  const { folder, begun } = await findCommand(agent, id);
  await signalCommand(agent, id, body?.signal ?? 'TERM');
  return commandView({ id, sandboxId }, begun, await stateOf({ agent, folder, id }));
});

export const handler = serve(stopCommand, runningAgentDeps);

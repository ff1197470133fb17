import { getCommand as endpoint } from '../../shared/contract/commands/commands.ts';
import { commandView } from '../../shared/domain/commands/command-record.ts';
import { stateOf } from '../../shared/domain/commands/follow-command.ts';
import { reach } from '../../shared/domain/commands/reach-commands.ts';
import { findCommand } from '../../shared/domain/commands/steer-command.ts';
import type { ReachDeps } from '../../shared/domain/sandboxes/agent/reach-sandbox.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { reachDeps } from '../../shared/wiring/agents.ts';

export const getCommand = implement(endpoint, async ({ params, query, caller }, deps: ReachDeps) => {
  const { sandbox_id: sandboxId, command_id: id } = params;
  const agent = await reach({ caller, sandboxId, resume: query.resume }, deps);
  const { folder, begun } = await findCommand(agent, id);
  return commandView({ id, sandboxId }, begun, await stateOf({ agent, folder, id }));
});

export const handler = serve(getCommand, reachDeps);

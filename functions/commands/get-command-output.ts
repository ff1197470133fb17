import { getCommandOutput as endpoint } from '../../shared/contract/commands/commands.ts';
import { outputNow } from '../../shared/domain/commands/command-output.ts';
import { asText, followed, offsetsIn, stateOf } from '../../shared/domain/commands/follow-command.ts';
import { type CommandDeps, followDeps, reach } from '../../shared/domain/commands/reach-commands.ts';
import { findCommand } from '../../shared/domain/commands/steer-command.ts';
import { prefersEvents } from '../../shared/http/answers/acceptable.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serveStream } from '../../shared/http/serve/serve-stream.ts';
import { commandDeps } from '../../shared/wiring/commands.ts';

export const getCommandOutput = implement(endpoint, async ({ params, query, caller, request }, deps: CommandDeps) => {
  const { sandbox_id: sandboxId, command_id: id } = params;
  const agent = await reach({ caller, sandboxId, resume: query.resume }, deps);
  const found = await findCommand(agent, id);
  const command = { ...found, agent, id, from: offsetsIn(query.offset ?? request.lastEventId) };
  return prefersEvents(request.accept, true)
    ? asText(followed(command, followDeps(caller, agent, request, deps)))
    : outputNow(command, await stateOf(command));
});

export const handler = serveStream(getCommandOutput, commandDeps);

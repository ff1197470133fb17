import { runCommand as endpoint } from '../../shared/contract/commands/commands.ts';
import { awaited, running } from '../../shared/domain/commands/command-output.ts';
import { asText, followed } from '../../shared/domain/commands/follow-command.ts';
import { type CommandDeps, followDeps, keepInUse, reach } from '../../shared/domain/commands/reach-commands.ts';
import { identityOf, startCommand } from '../../shared/domain/commands/start-command.ts';
import { prefersEvents } from '../../shared/http/answers/acceptable.ts';
import { implement, JsonPieces } from '../../shared/http/operation/operation.ts';
import { serveStream } from '../../shared/http/serve/serve-stream.ts';
import { newId } from '../../shared/platform/ids.ts';
import { commandDeps } from '../../shared/wiring/commands.ts';

export const runCommand = implement(endpoint, async ({ params, query, body, caller, request }, deps: CommandDeps) => {
  const { sandbox_id: sandboxId } = params;
  const agent = await reach({ caller, sandboxId, resume: query.resume }, deps);
  const { ownKey } = request;
  const identity =
    ownKey === undefined
      ? { id: newId(deps.now()), fingerprint: null }
      : identityOf(ownKey, caller.ownerId, sandboxId, body);
  const started = await startCommand(agent, identity, body, deps);
  if (body.timeout !== undefined) await keepInUse(agent, body.timeout, deps);
  const command = { ...started, agent, id: identity.id, from: { stdout: 0, stderr: 0 } };
  if (body.background) return running(command);
  const following = followDeps(caller, agent, request, deps);
  return prefersEvents(request.accept, true)
    ? asText(followed(command, following))
    : new JsonPieces(awaited(command, following));
});

export const handler = serveStream(runCommand, commandDeps);

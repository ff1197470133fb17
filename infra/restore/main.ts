import { AppError } from '../../shared/platform/errors.ts';
import { UserError } from '../local/terminal/user-error.ts';
import { readOptions, type Values } from './options.ts';
import { pauseService, showStatus, unpauseService } from './pause/pause-commands.ts';
import { restoreSecret } from './secret/restore-secret.ts';
import { restoreTable } from './table/table-command.ts';
import { restoreWorkspace } from './workspace/workspace-command.ts';

/** The subcommands with their options. A test holds the documents against it. */
const USAGE = `npm run restore -- pause          no function of the service runs any more: calls are refused, changes wait
npm run restore -- unpause        they run again
npm run restore -- status         whether the service is paused
npm run restore -- table --name Conversations (--at 2027-01-31T12:00:00Z | --at latest | --from TABLE) [--owner NAME] [--replace] [--deleted] [--list] [--apply]
npm run restore -- secret [--version ID] [--apply]
npm run restore -- workspace --owner NAME --sandbox ID [--snapshot ID] [--apply]
npm run restore -- workspace --release SNAPSHOT [--apply]

Without --apply, nothing of the service is changed: the command says what it would do.

--at TIME       restores the table as of this time to a new table beside it, and compares the two
--from TABLE    compares with a table that is restored already
--owner NAME    only rows of this owner
--replace       also rows that differ from the restored ones (else: rows that are missing or older)
--deleted       also rows that a caller deleted, as the audit log says (else these stay deleted)
--list          names each row that would be written
--version ID    the version of the master secret whose keys come back (else the one before the current)
--snapshot ID   the snapshot that becomes the workspace (else the one saved before the last)
--release ID    the sweep may delete a snapshot that was put aside
--json          prints JSON
--stack NAME    the deployed service: the name of its stacks without the last part (agent-conversations-dev)
--port PORT     the local service on another port than 3000 (or set PORT)
--state DIR     the local service with another state directory`;

const commands: Readonly<Record<string, (values: Values) => Promise<void>>> = {
  pause: pauseService,
  unpause: unpauseService,
  status: showStatus,
  table: restoreTable,
  secret: restoreSecret,
  workspace: restoreWorkspace,
};

async function main(): Promise<void> {
  const { values, positionals } = readOptions();
  const [command] = positionals;
  if (values.help || command === undefined) return console.log(USAGE);
  const run = commands[command];
  if (!run) throw new UserError(`There is no command '${command}'.\n\n${USAGE}`);
  await run(values);
}

/** What the operator can correct is one sentence; anything else is a bug and shows its stack. */
function sentenceOf(error: unknown): string | undefined {
  if (error instanceof UserError || error instanceof AppError) return error.message;
  const isArgumentError = error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  return isArgumentError ? `${error.message}\n\n${USAGE}` : undefined;
}

try {
  await main();
} catch (error) {
  console.error(sentenceOf(error) ?? error);
  process.exitCode = 1;
}

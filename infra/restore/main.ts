import { runCommands } from '../local/terminal/run-commands.ts';
import { pauseService, showStatus, unpauseService } from './pause/pause-commands.ts';
import { restoreSecret } from './secret/restore-secret.ts';
import { readOptions } from './service.ts';
import { restoreTable } from './table/table-command.ts';
import { restoreWorkspace } from './workspace/workspace-command.ts';

/** The subcommands with their options. A test compares the documents with it. */
const USAGE = `npm run restore -- pause          stops all functions of the service: requests are refused, changes wait
npm run restore -- unpause        lets them run again
npm run restore -- status         whether the service is paused
npm run restore -- table --name Conversations (--at 2027-01-31T12:00:00Z | --at latest | --from TABLE) [--owner NAME] [--replace] [--deleted] [--list] [--apply]
npm run restore -- secret [--version ID] [--apply]
npm run restore -- workspace --owner NAME --sandbox ID [--snapshot ID] [--apply]
npm run restore -- workspace --release SNAPSHOT [--apply]

Without --apply, the command changes nothing and shows what it would do.

--at TIME       restores the table as of this time to a new table, and compares the two
--from TABLE    compares with a table that is restored already
--owner NAME    only rows of this owner
--replace       also rows that differ from the restored ones (by default, only missing and older rows)
--deleted       also rows that a caller deleted according to the audit log (by default, these stay deleted)
--list          lists each row to write
--version ID    the version of the master secret whose keys to restore (by default, the one before the current)
--snapshot ID   the snapshot to use as the workspace (by default, the one before the last)
--release ID    lets the sweep delete a snapshot that was put aside
--json          prints JSON
--stack NAME    the deployed service: the stack names without the last part (agent-conversations-dev)
--port PORT     the local service on another port than 3000 (or set PORT)
--state DIR     the local service with another state directory`;

const commands = {
  pause: pauseService,
  unpause: unpauseService,
  status: showStatus,
  table: restoreTable,
  secret: restoreSecret,
  workspace: restoreWorkspace,
};

await runCommands(commands, USAGE, readOptions);

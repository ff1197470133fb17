import { AppError } from '../../shared/platform/errors.ts';
import { UserError } from '../local/terminal/user-error.ts';
import { readOptions, type Values } from './options.ts';
import { pauseService, showStatus, unpauseService } from './pause/pause-commands.ts';
import { restoreSecret } from './secret/restore-secret.ts';
import { restoreTable } from './table/table-command.ts';
import { USAGE } from './usage.ts';
import { restoreWorkspace } from './workspace/workspace-command.ts';

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

import { AppError } from '../../../shared/platform/errors.ts';
import { UserError } from './user-error.ts';

/** What an operator gave: options, and the command with what it is for. */
interface Given<Values> {
  readonly values: Values;
  readonly positionals: readonly string[];
}

type Commands<Values> = Readonly<Record<string, (values: Values, named: string | undefined) => Promise<void>>>;

/** Runs the command that an operator names, and prints the message of its error. */
export async function runCommands<Values extends { readonly help: boolean }>(
  commands: Commands<Values>,
  usage: string,
  read: () => Given<Values>,
): Promise<void> {
  try {
    const { values, positionals } = read();
    const [command, named] = positionals;
    if (values.help || command === undefined) return console.log(usage);
    const run = commands[command];
    if (!run) throw new UserError(`There is no command '${command}'.\n\n${usage}`);
    await run(values, named);
  } catch (error) {
    console.error(sentenceOf(error, usage) ?? error);
    process.exitCode = 1;
  }
}

/** The message of an error that the user can correct; any other error is a bug, and shows its stack. */
function sentenceOf(error: unknown, usage: string): string | undefined {
  if (error instanceof UserError || error instanceof AppError) return error.message;
  const isArgumentError = error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  return isArgumentError ? `${error.message}\n\n${usage}` : undefined;
}

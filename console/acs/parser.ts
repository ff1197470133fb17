import yargs, { type Argv, type CommandModule } from 'yargs';
import project from '../../package.json' with { type: 'json' };
import { globalOptions } from './command.ts';
import { commands } from './commands/commands.ts';
import { Failure, wrongUsage } from './output/failure.ts';

/** The command line; `parseAsync` runs what it says. @throws Failure (usage) when it says nothing that there is */
export function parserOf(args: readonly string[]): Argv {
  return yargs([...args])
    .scriptName('acs')
    .usage('acs <noun> <verb>\n\nConversations with AI software agents, and their sandboxes, from a shell.')
    .options(globalOptions)
    .command(args.includes(COMPLETION) ? commands.map((command) => unlessTyped(command, args)) : [...commands])
    .demandCommand(1, 1, 'Say what to do: acs --help')
    .recommendCommands()
    .strict()
    .parserConfiguration({ 'duplicate-arguments-array': true, 'parse-numbers': false, 'boolean-negation': false })
    .updateStrings({ 'Did you mean %s?': 'There is no such command. Did you mean `%s`?' })
    .help('help', 'Show help')
    .alias('help', 'h')
    .version(project.version)
    .wrap(Math.min(100, process.stdout.columns || 100))
    .epilogue('Exit codes: 0 done, 1 failure, 2 wrong usage, 4 not signed in. Guide: docs/command-line.md')
    .exitProcess(false)
    .fail((message: string | null, error: Error | undefined) => {
      if (error !== undefined && (error instanceof Failure || error.name !== 'YError')) throw error;
      throw wrongUsage(message ?? error?.message ?? 'The command line is wrong.', helpFor(args));
    });
}

/** How a shell asks what may come next. */
const COMPLETION = '--get-yargs-completions';

/** A command without the alias that is just being typed: yargs would take `conv` for done, not for a beginning. */
function unlessTyped(command: CommandModule, args: readonly string[]): CommandModule {
  const { aliases = [] } = command;
  return { ...command, aliases: [aliases].flat().filter((alias) => alias !== args.at(-1)) };
}

function helpFor([first = '']: readonly string[]): string {
  const known = commands.flatMap(({ command = '', aliases = [] }) => [command, aliases].flat());
  return `See: acs${known.some((name) => name.split(' ')[0] === first) ? ` ${first}` : ''} --help`;
}

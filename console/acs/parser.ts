import yargs, { type Argv } from 'yargs';
import { commands } from './commands/commands.ts';
import { Failure, wrongUsage } from './output/failure.ts';
import { DEFAULT_ADDRESS } from './session/address.ts';

/** The command line; `parseAsync` runs what it says. @throws Failure (usage) when it says nothing that there is */
export function parserOf(args: readonly string[]): Argv {
  return yargs([...args])
    .scriptName('acs')
    .usage('acs <noun> <verb>\n\nConversations with AI software agents, and their sandboxes, from a shell.')
    .option('json', {
      type: 'boolean',
      describe: 'JSON for programs on stdout, and nothing else there',
    })
    .option('utc', { type: 'boolean', describe: 'Exact times, in UTC, instead of relative ones' })
    .option('url', { type: 'string', requiresArg: true, describe: `The service (or ACS_URL; ${DEFAULT_ADDRESS})` })
    .command([...commands])
    .completion('completion-by-shell', false)
    .demandCommand(1, 1, 'Say what to do: acs --help')
    .recommendCommands()
    .strict()
    .parserConfiguration({ 'duplicate-arguments-array': true, 'parse-numbers': false, 'boolean-negation': false })
    .updateStrings({ 'Did you mean %s?': 'There is no such command. Did you mean `%s`?' })
    .help('help', 'Show help')
    .alias('help', 'h')
    .version(false)
    .wrap(Math.min(100, process.stdout.columns ?? 100))
    .epilogue('Exit codes: 0 done, 1 failure, 2 wrong usage, 4 not signed in. Guide: docs/command-line.md')
    .exitProcess(false)
    .fail((message: string | null, error: Error | undefined) => {
      if (error !== undefined && (error instanceof Failure || error.name !== 'YError')) throw error;
      throw wrongUsage(message ?? error?.message ?? 'The command line is wrong.', helpFor(args));
    });
}

function helpFor([first = '']: readonly string[]): string {
  const known = commands.flatMap(({ command = '', aliases = [] }) => [command, aliases].flat());
  return `See: acs${known.some((name) => name.split(' ')[0] === first) ? ` ${first}` : ''} --help`;
}

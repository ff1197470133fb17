import yargs, { type Argv, type CommandModule } from 'yargs';
import project from '../../package.json' with { type: 'json' };
import { globalOptions, withMarks, withoutMarks } from './command.ts';
import { commands } from './commands/commands.ts';
import { type Named, namedBy, suggestions, usageWords } from './commands/lookup.ts';
import { Failure, wrongUsage } from './output/failure.ts';

/** The parser; `parseAsync` runs the command. @throws Failure (usage) for a command line that is not valid */
export function parserOf(given: readonly string[]): Argv {
  const args = given[0] === COMPLETION ? oneValue(given) : withMarks(withHelp(given));
  return yargs([...args])
    .scriptName('acs')
    .usage('acs <command>\n\nRun AI software agents in sandboxes, and talk to them, from a shell.')
    .options(globalOptions)
    .group([...Object.keys(globalOptions), 'help', 'version'], 'Global options:')
    .command(args.includes(COMPLETION) ? commands.map((command) => unlessTyped(command, args)) : [...commands])
    .demandCommand(1, 1, 'A command is missing.')
    .strict()
    .parserConfiguration({ 'duplicate-arguments-array': true, 'parse-numbers': false, 'boolean-negation': false })
    .help('help', 'Show help')
    .alias('help', 'h')
    .version('version', 'Show the version', project.version)
    .alias('version', 'v')
    .wrap(Math.min(100, process.stdout.columns || 100))
    .epilogue('First steps: acs login, then acs conversations start "…" --follow\nGuide: docs/clients.md')
    .exitProcess(false)
    .fail((message: string | null, error: Error | undefined) => {
      if (error !== undefined && (error instanceof Failure || error.name !== 'YError')) throw error;
      throw usageFailure(message ?? error?.message ?? '', args);
    });
}

/** `acs`, a noun without a command, and `acs help …` show help. */
function withHelp(args: readonly string[]): readonly string[] {
  const [first, ...rest] = args;
  if (first === 'help') return [...rest, '--help'];
  const isUnfinished = first === undefined || (rest.length === 0 && namedBy(args)?.isNoun === true);
  return isUnfinished ? [...args, '--help'] : args;
}

/** The option with which a shell requests completions. */
export const COMPLETION = '--get-yargs-completions';

/** Without the earlier values of the list that is being typed: yargs completes only the word after the option. */
function oneValue(args: readonly string[]): readonly string[] {
  const place = args.findLastIndex((word, index) => word.startsWith('-') && index < args.length - 1);
  const isList = namedBy(args.slice(2))?.lists.includes(args[place] ?? '') === true;
  return isList ? [...args.slice(0, place + 1), ...args.slice(-1)] : args;
}

/** A command without the alias that is being typed: yargs would take `conv` as complete. */
function unlessTyped(command: CommandModule, args: readonly string[]): CommandModule {
  const { aliases = [] } = command;
  return { ...command, aliases: [aliases].flat().filter((alias) => alias !== args.at(-1)) };
}

function usageFailure(message: string, args: readonly string[]): Failure {
  const named = namedBy(args);
  const wrong = args[named === undefined ? 0 : 1];
  if ((named === undefined || named.isNoun) && wrong !== undefined && !wrong.startsWith('-')) {
    const meant = suggestions(wrong, named?.path).map((path) => `acs ${path}`);
    const remedy = meant.length > 0 ? `Did you mean: ${meant.join(', ')}?` : `See: acs ${helpOf(named)}`;
    return wrongUsage(`Unknown command "${[named?.path ?? [], wrong].flat().join(' ')}".`, remedy);
  }
  const usage = named && !named.isNoun ? `Usage: acs ${named.usage}\n` : '';
  return wrongUsage(withoutMarks(usageWords(message)), `${usage}See: acs ${helpOf(named)}`);
}

const helpOf = (named: Named | undefined): string => [named?.path ?? [], '--help'].flat().join(' ');

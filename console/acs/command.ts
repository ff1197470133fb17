import type { Argv, CommandModule, InferredOptionTypes, Options, PositionalOptions } from 'yargs';
import { ApiProblem } from '../../shared/client/api-problem.ts';
import type { ServiceClient } from '../../shared/client/service-client.ts';
import { type IdOf, idOf, isWholeId, mayBePart } from './arguments/ids.ts';
import { wrongUsage } from './output/failure.ts';
import { Output } from './output/output.ts';
import { DEFAULT_ADDRESS, openSession, type Session } from './session/session.ts';

/** `idOf`: the argument is an ID of such an object. Its beginning or end suffices. */
interface Naming {
  readonly idOf?: IdOf;
}
type Positional = PositionalOptions & Naming & { readonly demandOption?: boolean };
type Positionals = Readonly<Record<string, Positional>>;
type Flags = Readonly<Record<string, Options & Naming>>;

export const globalOptions = {
  json: { type: 'boolean', describe: 'Print JSON' },
  utc: { type: 'boolean', describe: 'Show exact times in UTC' },
  url: { type: 'string', requiresArg: true, describe: `URL of the service (ACS_URL, or ${DEFAULT_ADDRESS})` },
} as const;

/** What every command receives. */
export interface Context {
  readonly out: Output;
  /** `--url`, if it was given. */
  readonly url: string | undefined;
  /** Opens the session, for commands that call the service. @throws Failure when not signed in */
  readonly session: () => Promise<Session>;
  readonly client: () => Promise<ServiceClient>;
}

interface Verb<P extends Positionals, F extends Flags> {
  /** The name and arguments in the syntax of yargs: `get <id>`. */
  readonly command: string;
  readonly aliases?: readonly string[];
  readonly describe: string;
  readonly positionals?: P;
  readonly options?: F;
  /** Command lines without `acs`, each with its effect. */
  readonly examples: readonly (readonly [line: string, does: string])[];
  readonly run: (args: InferredOptionTypes<P> & InferredOptionTypes<F>, context: Context) => Promise<void>;
}

/** A command with its options and the examples of its help. */
export interface CommandWithOptions extends CommandModule, Pick<Verb<Positionals, Flags>, 'examples'> {
  readonly options: Flags;
}

export function verb<P extends Positionals = Record<never, never>, F extends Flags = Record<never, never>>({
  command,
  aliases = [],
  describe,
  positionals,
  options,
  examples,
  run,
}: Verb<P, F>): CommandWithOptions {
  return {
    options: options ?? {},
    examples,
    command,
    aliases: [...aliases],
    describe,
    builder: (parser: Argv) => {
      for (const [name, positional] of Object.entries(positionals ?? {})) {
        // Otherwise yargs reads `-`, which stands for stdin, as an option, and the argument as empty.
        parser.positional(name, positional).requiresArg(name);
      }
      for (const [name, option] of Object.entries(options ?? {})) parser.option(name, option);
      // The options of the command come before the global ones.
      parser.group(Object.keys(options ?? {}), 'Options:');
      for (const [line, does] of examples) parser.example(`acs ${line}`, does);
      return parser;
    },
    // yargs parsed the arguments with the same options that type `run`.
    handler: (args) => {
      rejectInvalid(args, { ...options, ...globalOptions });
      const words = withWords(args, positionals ?? {});
      rejectEmpty(words, positionals ?? {});
      const context = contextOf(args);
      return withIds({ ...positionals, ...options }, words, context, (found) => run(found as never, context));
    },
  };
}

type Words = Readonly<Record<string, unknown>>;

/** Runs a command with whole IDs. */
async function withIds(
  named: Readonly<Record<string, Naming>>,
  words: Words,
  context: Context,
  run: (words: Words) => Promise<void>,
): Promise<void> {
  const given = Object.entries(named).flatMap(([name, { idOf: kind }]) => {
    const text = words[name];
    return kind !== undefined && typeof text === 'string' ? [{ name, kind, text: text.trim() }] : [];
  });
  const found: Record<string, string> = {};
  for (const { name, kind, text } of given)
    found[name] = isWholeId(kind, text) ? text : await idOf(kind, text, await context.client(), found.id);
  try {
    await run({ ...words, ...found });
  } catch (error) {
    const parts = given.filter(({ kind, text }) => mayBePart(kind, text));
    if (!(error instanceof ApiProblem) || error.status !== 404 || parts.length === 0) throw error;
    for (const { name, kind, text } of parts) found[name] = await idOf(kind, text, await context.client());
    if (parts.every(({ name, text }) => found[name] === text)) throw error;
    await run({ ...words, ...found });
  }
}

/** Marks a word after `--`, which is an argument even if it begins with a hyphen. No shell can pass this character. */
const MARK = '\u0000';

/** The command line with the words after `--` marked, so that yargs reads them as arguments. */
export function withMarks(args: readonly string[]): readonly string[] {
  const end = args.indexOf('--');
  return end < 0 ? args : [...args.slice(0, end), ...args.slice(end + 1).map((word) => `${MARK}${word}`)];
}

export const withoutMarks = (text: string): string => text.replaceAll(MARK, '');

function withWords(args: Readonly<Record<string, unknown>>, positionals: Positionals) {
  const words = Object.keys(positionals).flatMap((name): [string, unknown][] => {
    const word = args[name];
    if (Array.isArray(word)) return [[name, word.map((one) => withoutMarks(String(one)))]];
    return typeof word === 'string' ? [[name, withoutMarks(word)]] : [];
  });
  return { ...args, ...Object.fromEntries(words) };
}

/** A noun with its commands. */
export interface Noun extends CommandModule {
  readonly verbs: readonly CommandModule[];
}

/** A noun alone shows its help. */
export function noun(
  command: string,
  aliases: readonly string[],
  describe: string,
  verbs: readonly CommandModule[],
): Noun {
  return {
    command,
    aliases: [...aliases],
    describe,
    builder: (parser: Argv) => parser.command([...verbs]).demandCommand(1, 1, 'A command is missing.'),
    handler: () => undefined,
    verbs,
  };
}

/** Rejects what yargs accepts: NaN, which would remove a limit, and repeated options. */
function rejectInvalid(args: Readonly<Record<string, unknown>>, options: Flags): void {
  for (const [name, { type, array }] of Object.entries(options)) {
    const value = args[name];
    if (type === 'number' && Number.isNaN(value)) throw wrongUsage(`--${name} must be a number.`);
    if (array !== true && Array.isArray(value)) throw wrongUsage(`--${name} can be given only once.`);
  }
}

/** An empty ID, often from an unset variable, would request the list instead. */
function rejectEmpty(args: Readonly<Record<string, unknown>>, positionals: Positionals): void {
  for (const [name, { demandOption }] of Object.entries(positionals))
    if (demandOption === true && String(args[name]).trim() === '') throw wrongUsage(`<${name}> is empty.`);
}

function contextOf(args: Readonly<Record<string, unknown>>): Context {
  const { json, utc, url } = args;
  const out = new Output({ json: json === true, utc: utc === true });
  const address = typeof url === 'string' ? url : undefined;
  const session = () => openSession(address, (text) => out.say(text));
  return { out, url: address, session, client: async () => (await session()).client };
}

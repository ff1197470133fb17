import type { Argv, CommandModule, InferredOptionTypes, Options, PositionalOptions } from 'yargs';
import type { ServiceClient } from '../../shared/client/service-client.ts';
import { wrongUsage } from './output/failure.ts';
import { Output } from './output/output.ts';
import { DEFAULT_ADDRESS, openSession, type Session } from './session/session.ts';

type Positional = PositionalOptions & { readonly demandOption?: boolean };
type Positionals = Readonly<Record<string, Positional>>;
type Flags = Readonly<Record<string, Options>>;

export const globalOptions = {
  json: { type: 'boolean', describe: 'Print JSON' },
  utc: { type: 'boolean', describe: 'Show exact times in UTC' },
  url: { type: 'string', requiresArg: true, describe: `Address of the service (ACS_URL, or ${DEFAULT_ADDRESS})` },
} as const;

/** What every command has. */
export interface Context {
  readonly out: Output;
  /** `--url`, where it was given. */
  readonly url: string | undefined;
  /** Opens the session; only commands that ask the service need one. @throws Failure when not signed in */
  readonly session: () => Promise<Session>;
  /** The same for most of them, who only want the client. */
  readonly client: () => Promise<ServiceClient>;
}

interface Verb<P extends Positionals, F extends Flags> {
  /** The name and its arguments as yargs writes them, `get <id>`. */
  readonly command: string;
  readonly aliases?: readonly string[];
  readonly describe: string;
  readonly positionals?: P;
  readonly options?: F;
  /** Command lines without the `acs` in front, and what they do. */
  readonly examples: readonly (readonly [line: string, does: string])[];
  readonly run: (args: InferredOptionTypes<P> & InferredOptionTypes<F>, context: Context) => Promise<void>;
}

/** A command whose options can be looked at. */
export interface CommandWithOptions extends CommandModule {
  readonly options: Flags;
}

/** A command that does something. */
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
    command,
    aliases: [...aliases],
    describe,
    builder: (parser: Argv) => {
      for (const [name, positional] of Object.entries(positionals ?? {})) parser.positional(name, positional);
      for (const [name, option] of Object.entries(options ?? {})) parser.option(name, option);
      // Its own options come before those that all have.
      parser.group(Object.keys(options ?? {}), 'Options:');
      for (const [line, does] of examples) parser.example(`acs ${line}`, does);
      return parser;
    },
    // yargs has parsed the arguments by the very options whose types `run` asks for.
    handler: (args) => {
      requireSound(args, { ...options, ...globalOptions });
      requireGiven(args, positionals ?? {});
      return run(args as never, contextOf(args));
    },
  };
}

/** A noun: the commands below it. */
export interface Noun extends CommandModule {
  readonly verbs: readonly CommandModule[];
}

/** Without one of its verbs it shows its help. */
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

/** What yargs lets pass: a number that is none, which would become no limit, and an option that says two things. */
function requireSound(args: Readonly<Record<string, unknown>>, options: Flags): void {
  for (const [name, { type, array }] of Object.entries(options)) {
    const value = args[name];
    if (type === 'number' && Number.isNaN(value)) throw wrongUsage(`--${name} takes a number.`);
    if (array !== true && Array.isArray(value)) throw wrongUsage(`--${name} was given more than once.`);
  }
}

/** An empty id, often a variable that is not set, would make the address of a list. */
function requireGiven(args: Readonly<Record<string, unknown>>, positionals: Positionals): void {
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

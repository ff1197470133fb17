import * as z from 'zod';
import { Timestamp } from './fields.ts';
import { freeText, line } from './text.ts';

/** Commands that people and programs run in a sandbox. */

/** The most bytes of a command line, its arguments together, and its environment. */
export const MOST_COMMAND = 64 * 1024;
const MOST_ARGUMENTS = 1_000;
const MOST_VARIABLES = 200;
/** Programs allocate memory for each character of a screen. */
const MOST_CHARACTERS = 1_000;

/** The longest time limit in seconds. */
export const LONGEST_COMMAND = 86_400;
/** The default time limit in seconds: of a command that its caller follows, and of one in the background. */
export const DEFAULT_LIMIT = 600;

/** The size of a terminal. */
export const TerminalSize = z
  .object({
    rows: z.int().min(1).max(MOST_CHARACTERS),
    columns: z.int().min(1).max(MOST_CHARACTERS),
  })
  .meta({ id: 'TerminalSize', description: 'The size of a terminal, in characters.' });

export const CommandLine = z.union([
  freeText(MOST_COMMAND).min(1),
  z.array(freeText(MOST_COMMAND)).min(1).max(MOST_ARGUMENTS),
]);

/** Names that shells can export. */
export const CommandEnvironment = z
  .record(
    z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/, {
      error: 'Must be 1 to 128 letters, digits and underscores, and must not begin with a digit.',
    }),
    freeText(MOST_COMMAND),
  )
  .refine((variables) => Object.keys(variables).length <= MOST_VARIABLES, {
    error: `Must have at most ${MOST_VARIABLES} variables.`,
  });

/** A directory in the sandbox, absolute or relative to its working directory. */
export const CommandDirectory = line(4_096).min(1);

const CommandStatus = z.enum(['RUNNING', 'ENDED', 'LOST']);
export const CommandEndReason = z.enum(['exit', 'timeout', 'stopped']);

const bytes = (description: string) => z.int().min(0).meta({ description });

const command = {
  id: z.string(),
  sandbox_id: z.string(),
  command: CommandLine.meta({ description: 'The command, shortened to its first 2,000 characters.' }),
  cwd: z.string().meta({ description: 'The directory in which it runs.' }),
  status: CommandStatus.meta({
    description: '`LOST`: it ended without a result, for example because the sandbox was paused.',
  }),
  exit_code: z.int().nullable().meta({
    description:
      'Null until the command has ended. After a signal: 128 and the number of the signal, as in a shell. 126 and 127: the command could not be started or was not found.',
  }),
  end_reason: CommandEndReason.nullable().meta({
    description: '`timeout`: it reached its time limit. `stopped`: by a request. Null unless it has ended.',
  }),
  timeout: z.int().meta({ description: 'Its time limit in seconds.' }),
  stdin: z.boolean().meta({ description: 'Whether it accepts input.' }),
  tty: TerminalSize.nullable().meta({
    description: 'The size with which its terminal began. Null without a terminal.',
  }),
  started_at: Timestamp.meta({ description: 'By the clock of the sandbox.' }),
  ended_at: Timestamp.nullable(),
  duration_ms: z.int().nullable(),
  stdout_bytes: bytes('The length of its standard output, of which the last 16 MB are kept.').nullable(),
  stderr_bytes: bytes('The same for its standard error.').nullable(),
};

export const SandboxCommand = z.object(command).meta({ id: 'SandboxCommand' });

const Cut = z
  .object({ stdout: bytes('Bytes of the standard output.'), stderr: bytes('Bytes of the standard error.') })
  .meta({ description: 'Output that this response leaves out, because it is no longer kept or too long.' });

export const CommandOutput = z
  .object({
    command: SandboxCommand,
    stdout: z.string().meta({ description: 'Bytes that are not UTF-8 are replaced by U+FFFD.' }),
    stderr: z.string(),
    cut: Cut,
    offset: z.string().meta({ description: 'Where the output continues: the `offset` of the next request.' }),
  })
  .meta({ id: 'CommandOutput' });

/** Output as text, or in Base64 where it is not UTF-8. */
const OutputPiece = z
  .union([z.object({ text: z.string() }), z.object({ base64: z.base64() })])
  .meta({ id: 'CommandOutputPiece', description: 'A piece of output: text, or Base64 if it is not UTF-8.' });

const CutPiece = z
  .object({ stream: z.enum(['stdout', 'stderr']), bytes: bytes('How much is left out.') })
  .meta({ id: 'CommandOutputCut' });

const CommandExit = z.object({ ...command, cut: Cut }).meta({ id: 'CommandExit' });

const StreamError = z
  .object({ code: z.string(), detail: z.string() })
  .meta({ id: 'StreamError', description: 'Why the stream ends early. `code` as in errors.' });

const id = z.string().meta({ description: 'Where the stream continues after this event.' });

/** The events of a command's stream, each with its type and its data. */
export const CommandEvent = z
  .union([
    z.object({ event: z.literal('command'), id, data: SandboxCommand }),
    z.object({ event: z.enum(['stdout', 'stderr']), id, data: OutputPiece }),
    z.object({ event: z.literal('cut'), id, data: CutPiece }),
    z.object({ event: z.literal('exit'), data: CommandExit }),
    z.object({ event: z.literal('error'), data: StreamError }),
  ])
  .meta({ id: 'CommandEvent' });
export type CommandEvent = z.input<typeof CommandEvent>;

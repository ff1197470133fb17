import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { agentRefusals, failures } from '../shapes/agent-failures.ts';
import {
  CommandDirectory,
  CommandEnvironment,
  CommandEvent,
  CommandLine,
  CommandOutput,
  DEFAULT_LIMIT,
  LONGEST_COMMAND,
  MOST_COMMAND,
  SandboxCommand,
  TerminalSize,
} from '../shapes/command.ts';
import { QueryBoolean, SandboxId, Success, Uuid } from '../shapes/fields.ts';
import { admissionErrors } from '../shapes/start-errors.ts';
import { freeText, line } from '../shapes/text.ts';

const path = '/api/v1/sandboxes/{sandbox_id}/commands';

const resume = QueryBoolean.default(false).meta({
  description:
    'Resumes a paused sandbox and waits until it runs, within the limits of the caller. Without it, such a request fails with 409.',
});

const common = {
  area: 'commands',
  access: 'key',
  scope: 'sandboxes:exec',
  generation: 'v1',
} as const;

/** For a resume, in seconds: as long as API Gateway waits. */
const RESUME_SECONDS = 29;

const one = z.object({ sandbox_id: SandboxId, command_id: Uuid });
const resumable = z.object({ resume });
const errors = [...failures, ...admissionErrors] as const;
const waits = { timeoutSeconds: RESUME_SECONDS };
/** As long as Lambda allows, as streams send often enough for API Gateway. Memory is billed during the wait. */
const streams = { timeoutSeconds: 900, memoryMegabytes: 512 };

const ofStreams =
  'A stream without `exit` or `error` at its end was cut off: continue it with GET …/output and the last `id` as `Last-Event-ID`.';

export const runCommand = defineEndpoint(() => ({
  ...common,
  id: 'run-command',
  method: 'POST',
  path,
  summary: 'Run a command in a sandbox',
  description: `Streams the output as server-sent events: \`command\` first, then \`stdout\` and \`stderr\` as they come, \`cut\` where output is left out, and \`exit\` at the end. With \`Accept: application/json\`, responds with the output once the command has ended, or after 14 minutes with the status RUNNING. With \`background\`, responds with JSON as soon as it has started. The command continues when its client disconnects. ${ofStreams} A repetition with the same Idempotency-Key follows the same command.`,
  params: z.object({ sandbox_id: SandboxId }),
  query: resumable,
  body: z
    .object({
      command: CommandLine.optional().meta({
        description:
          'A line for `bash`, or `sh` where there is no bash; or a program with its arguments, without a shell. Optional with `tty`: then the shell of the user.',
      }),
      cwd: CommandDirectory.optional().meta({
        description: "A directory, absolute or relative to the sandbox's working directory, which is the default.",
      }),
      env: CommandEnvironment.default({}).meta({ description: 'Additional environment variables.' }),
      timeout: z
        .int()
        .min(1)
        .max(LONGEST_COMMAND)
        .optional()
        .meta({
          description: `The time limit in seconds, after which all its processes are ended. Until then, the sandbox counts as in use. Default: ${DEFAULT_LIMIT}; in the background, ${LONGEST_COMMAND}, during which the sandbox can be paused as idle.`,
        }),
      background: z.boolean().default(false),
      stdin: z
        .boolean()
        .default(false)
        .meta({ description: 'Whether it accepts input. Otherwise its input is empty.' }),
      tty: TerminalSize.optional().meta({
        description:
          'Runs it in a terminal of this size, with input. All output is `stdout`. The default time limit is the longest. The sandbox needs `script` of util-linux, or `python3`.',
      }),
    })
    .refine(({ command, tty }) => command !== undefined || tty !== undefined, {
      path: ['command'],
      error: 'Required, except with tty.',
    })
    .meta({ id: 'RunCommandRequest' }),
  maxBodyBytes: 4 * MOST_COMMAND,
  stream: true,
  idempotent: 'own',
  needs: streams,
  success: { status: 200, body: CommandOutput, events: CommandEvent },
  refusals: {
    ...agentRefusals,
    custom: '`command` is missing, and `tty` too',
    not_a_directory: '`cwd` is not a directory of the sandbox',
    too_long: 'the command and its environment have more than 64 KiB',
  },
  errors: [...errors, 'idempotency_key_reused'],
}));

export const listCommands = defineEndpoint(() => ({
  ...common,
  id: 'list-commands',
  method: 'GET',
  path,
  summary: 'List the commands of a sandbox, newest first',
  description: 'Ended commands are kept for a day: the last 100, as long as the sandbox runs.',
  params: z.object({ sandbox_id: SandboxId }),
  query: resumable,
  needs: waits,
  success: { status: 200, body: z.object({ items: z.array(SandboxCommand) }) },
  refusals: agentRefusals,
  errors,
}));

export const getCommand = defineEndpoint(() => ({
  ...common,
  id: 'get-command',
  method: 'GET',
  path: `${path}/{command_id}`,
  summary: 'Get a command',
  params: one,
  query: resumable,
  needs: waits,
  success: { status: 200, body: SandboxCommand },
  refusals: agentRefusals,
  errors,
}));

export const getCommandOutput = defineEndpoint(() => ({
  ...common,
  id: 'get-command-output',
  method: 'GET',
  path: `${path}/{command_id}/output`,
  summary: 'Get or follow the output of a command',
  description: `Streams server-sent events from an offset until the command ends. With \`Accept: application/json\`, returns the output so far, at most 1 MB of each stream. ${ofStreams} The last 16 MB of each stream are kept, of a terminal 2 MB. If too many requests are waiting, the stream ends after the output so far.`,
  params: one,
  query: z.object({
    resume,
    offset: line(64)
      .regex(/^\d{1,15}-\d{1,15}$/, { error: 'Must be the `offset` of a response or the `id` of an event.' })
      .optional()
      .meta({
        description:
          'Where to continue: the `offset` of a response or the `id` of an event. Default: the header `Last-Event-ID`, or else the beginning.',
      }),
  }),
  stream: true,
  needs: streams,
  success: { status: 200, body: CommandOutput, events: CommandEvent },
  refusals: agentRefusals,
  errors,
}));

/** The most input in one request, in bytes. */
const MOST_INPUT = 256 * 1024;

export const sendCommandInput = defineEndpoint(() => ({
  ...common,
  id: 'send-command-input',
  method: 'POST',
  path: `${path}/{command_id}/input`,
  summary: 'Send input to a command',
  description:
    'Writes to the standard input of a command that was started with `stdin`, and closes it with `end`. Input waits until the command reads it.',
  params: one,
  body: z
    .object({
      data: freeText(MOST_INPUT).optional().meta({ description: 'Text.' }),
      base64: z
        .base64()
        .max(MOST_INPUT * 1.5)
        .optional()
        .meta({ description: 'Bytes in Base64, instead of `data`.' }),
      end: z.boolean().default(false).meta({ description: 'Whether the input ends after this.' }),
      offset: z.int().min(0).optional().meta({
        description:
          'The position of this input in bytes, from 0. A request that was repeated has no further effect. Default: after all input so far.',
      }),
    })
    .refine(({ data, base64 }) => data === undefined || base64 === undefined, {
      path: ['base64'],
      error: 'Send either data or base64.',
    })
    .meta({ id: 'CommandInputRequest' }),
  maxBodyBytes: 2 * MOST_INPUT,
  success: {
    status: 200,
    body: Success.extend({
      offset: z.int().meta({ description: 'The position of the next input, after all input that is known.' }),
    }),
  },
  refusals: { ...agentRefusals, custom: '`data` is sent together with `base64`' },
  errors: failures,
}));

export const resizeTerminal = defineEndpoint(() => ({
  ...common,
  id: 'resize-terminal',
  method: 'POST',
  path: `${path}/{command_id}/resize`,
  summary: 'Update the terminal size of a command',
  description: 'For a command that was started with `tty`. Its programs receive SIGWINCH.',
  params: one,
  body: TerminalSize,
  success: { status: 200, body: Success },
  refusals: agentRefusals,
  errors: failures,
}));

export const stopCommand = defineEndpoint(() => ({
  ...common,
  id: 'stop-command',
  method: 'POST',
  path: `${path}/{command_id}/stop`,
  summary: 'Stop a command',
  description:
    'Sends a signal to all its processes. After TERM, those that remain are killed 5 seconds later; a terminal is closed. INT interrupts as Ctrl-C does, in a terminal the program in the foreground, and that program decides what happens. Processes that left the session of the command with `setsid` continue. Has no effect on a command that has ended.',
  params: one,
  body: z
    .object({ signal: z.enum(['TERM', 'INT', 'KILL']).default('TERM') })
    .meta({ id: 'StopCommandRequest' })
    .optional(),
  success: { status: 200, body: SandboxCommand },
  refusals: agentRefusals,
  errors: failures,
}));

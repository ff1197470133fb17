import { answerOf } from '../../../shared/client/answer-of.ts';
import { type CommandRequest, runCommand } from '../../../shared/client/commands.ts';
import type { ServiceClient } from '../../../shared/client/service-client.ts';
import { durationOf, sandboxId } from '../arguments/options.ts';
import { verb } from '../command.ts';
import { ownVariable } from '../environment.ts';
import { Failure, wrongUsage } from '../output/failure.ts';
import type { Output } from '../output/output.ts';
import { InputSender } from './exec-input.ts';
import { exitCodeOf, NOT_RUN, reported, write } from './exit-codes.ts';
import { attachTerminal, requireTerminal } from './terminal-session.ts';

export const exec = verb({
  command: 'exec <id> <command..>',
  describe: 'Run a command in a sandbox, and exit with its exit code',
  positionals: {
    ...sandboxId,
    command: {
      type: 'string',
      array: true,
      demandOption: true,
      describe: 'Program and arguments; one word is a line for the shell',
    },
  },
  options: {
    cwd: { type: 'string', requiresArg: true, describe: "Directory (default: the sandbox's working directory)" },
    env: {
      type: 'string',
      array: true,
      nargs: 1,
      alias: 'e',
      describe: 'NAME=VALUE, or NAME of your own environment',
    },
    timeout: { type: 'string', requiresArg: true, describe: 'Time limit, such as 90s or 2h (default: 10m)' },
    background: { type: 'boolean', alias: 'd', describe: 'Print its ID and leave it running' },
    interactive: { type: 'boolean', alias: 'i', describe: 'Pass on stdin, also from a terminal' },
    tty: { type: 'boolean', alias: 't', describe: 'Run it in a terminal, with your keyboard and screen' },
    resume: { type: 'boolean', describe: 'Resume the sandbox if it is paused' },
  },
  examples: [
    ['sandboxes exec 0193c0ffee -- npm test', 'Run a program with its output'],
    ["sandboxes exec 0193c0ffee -- 'cd src && ls | wc -l'", 'Run a line in the shell'],
    ['sandboxes exec 0193c0ffee --resume --timeout 2h -d -- npm run build', 'Wake it, and run in the background'],
  ],
  run: async (args, { out, client }) => {
    const body = requestOf(args);
    if (args.tty === true) {
      if (args.background) throw wrongUsage('--tty and --background cannot be combined.');
      requireTerminal('Leave out --tty for input from a file or a pipe.');
      const place = { service: await client(), sandboxId: args.id, out };
      process.exitCode = await attachTerminal(place, { request: body, resume: args.resume === true });
      return;
    }
    const service = await client();
    process.exitCode = args.background
      ? await inBackground(service, args.id, body, { out, resume: args.resume === true })
      : await attached(service, args.id, body, { out, resume: args.resume === true });
  },
});

interface Args {
  readonly command: readonly string[];
  readonly cwd: string | undefined;
  readonly env: readonly string[] | undefined;
  readonly timeout: string | undefined;
  readonly background: boolean | undefined;
  readonly interactive: boolean | undefined;
}

/** @throws Failure (usage) */
function requestOf({ command, cwd, env = [], timeout, background, interactive }: Args): CommandRequest {
  const [line, ...others] = command;
  if (line === undefined) throw wrongUsage('The command is missing.', 'Usage: acs sandboxes exec <id> -- <command..>');
  const takesInput = !background && (interactive === true || process.stdin.isTTY !== true);
  return {
    command: others.length === 0 ? line : [...command],
    env: Object.fromEntries(env.map(variableOf)),
    stdin: takesInput,
    ...(cwd === undefined ? {} : { cwd }),
    ...(timeout === undefined ? {} : { timeout: durationOf('timeout', timeout) }),
  };
}

function variableOf(text: string): readonly [name: string, value: string] {
  const [, name = text, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  const own = value ?? ownVariable(name);
  if (own === undefined) throw wrongUsage(`--env ${name} is not set here.`, 'Enter NAME=VALUE.');
  return [name, own];
}

interface Context {
  readonly out: Output;
  readonly resume: boolean;
}

async function inBackground(service: ServiceClient, id: string, body: CommandRequest, { out, resume }: Context) {
  const params = { path: { sandbox_id: id }, query: { resume } };
  const started = await answerOf(
    service.api.POST('/api/v1/sandboxes/{sandbox_id}/commands', {
      params,
      body: { ...body, background: true },
      headers: { Accept: 'application/json' },
    }),
  );
  if (!('command' in started)) throw new Failure('The response of the service is not complete.');
  out.show(started.command, () => started.command.id);
  return 0;
}

/** Runs a command with its output here. @returns the exit code */
async function attached(service: ServiceClient, id: string, body: CommandRequest, context: Context): Promise<number> {
  const { out } = context;
  const leave = new AbortController();
  const session = new Interrupts(service, id, leave, out);
  const input = body.stdin ? new InputSender(service, id) : undefined;
  process.on('SIGINT', session.onInterrupt);
  try {
    for await (const news of runCommand(service, id, body, { resume: context.resume, signal: leave.signal })) {
      switch (news.event) {
        case 'command':
          session.commandId = news.command.id;
          input?.begin(news.command.id);
          break;
        case 'stdout':
        case 'stderr':
          await write(process[news.event], news.bytes);
          break;
        case 'cut':
          out.say(`acs: ${news.bytes} bytes of ${news.stream} are missing here, as they came too fast.`);
          break;
        case 'exit':
          return exitCodeOf(news.exit, out);
      }
    }
    return NOT_RUN;
  } catch (error) {
    if (leave.signal.aborted) return 130;
    const code = reported(error, out);
    // What failed may be the connection only.
    if (session.commandId !== undefined)
      out.say(`If the command still runs, follow it: acs sandboxes commands ${id} --follow ${session.commandId}`);
    return code;
  } finally {
    process.off('SIGINT', session.onInterrupt);
    input?.end();
  }
}

/** Ctrl-C interrupts the command; a second time, it kills it; a third time, acs leaves it alone. */
class Interrupts {
  commandId: string | undefined;
  readonly #service: ServiceClient;
  readonly #sandboxId: string;
  readonly #leave: AbortController;
  readonly #out: Output;
  #count = 0;

  constructor(service: ServiceClient, sandboxId: string, leave: AbortController, out: Output) {
    this.#service = service;
    this.#sandboxId = sandboxId;
    this.#leave = leave;
    this.#out = out;
  }

  readonly onInterrupt = (): unknown => {
    this.#count += 1;
    if (this.commandId === undefined || this.#count > 2) return this.#leave.abort();
    const signal = this.#count === 1 ? 'INT' : 'KILL';
    const path = { sandbox_id: this.#sandboxId, command_id: this.commandId };
    const stopping = this.#service.api.POST('/api/v1/sandboxes/{sandbox_id}/commands/{command_id}/stop', {
      params: { path },
      body: { signal },
    });
    return stopping.catch((error: unknown) => {
      this.#out.say(`acs: the command was not stopped: ${error instanceof Error ? error.message : String(error)}`);
    });
  };
}

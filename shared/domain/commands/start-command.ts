import { createHash, createHmac } from 'node:crypto';
import { DEFAULT_LIMIT, LONGEST_COMMAND, MOST_COMMAND } from '../../contract/shapes/command.ts';
import { AppError, badField } from '../../platform/errors.ts';
import { quoted } from '../../platform/shell.ts';
import { askAgent } from '../sandboxes/agent/ask-agent.ts';
import type { SandboxAgent } from '../sandboxes/agent/sandbox-agent.ts';
import { CommandFolder, pathIn, runScript, valueIn } from './command-folder.ts';
import { type Begun, begunIn, encodedAbout } from './command-record.ts';
import { MOST_RUNNING, prepareScript } from './folder-scripts.ts';
import { commandScript } from './supervisor-script.ts';
import { type TerminalSize, USER_SHELL } from './tty-script.ts';

export interface CommandRequest {
  /** Only a terminal needs none. */
  readonly command?: string | readonly string[] | undefined;
  readonly cwd?: string | undefined;
  readonly env: Readonly<Record<string, string>>;
  readonly timeout?: number | undefined;
  readonly background: boolean;
  readonly stdin: boolean;
  readonly tty?: TerminalSize | undefined;
}

/** The id of a command, and the fingerprint by which a repetition of its request is recognised. */
export interface CommandIdentity {
  readonly id: string;
  readonly fingerprint: string | null;
}

/** The same Idempotency-Key of the same owner names the same command. The sandbox cannot guess the key from either. */
export function identityOf(key: string, ownerId: string, sandboxId: string, request: CommandRequest): CommandIdentity {
  const id = createHash('sha256')
    .update(JSON.stringify([ownerId, sandboxId, key]))
    .digest('hex')
    .slice(0, 32);
  const { command = null, cwd = null, env, timeout = null, background, stdin, tty = null } = request;
  const variables = Object.entries(env).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const content = JSON.stringify([command, cwd, variables, timeout, background, stdin, tty && [tty.rows, tty.columns]]);
  return { id, fingerprint: createHmac('sha256', key).update(content).digest('hex') };
}

/** The time limit that a request states or implies, in seconds. */
function limitOf({ timeout, background, tty }: CommandRequest): number {
  return timeout ?? (background || tty ? LONGEST_COMMAND : DEFAULT_LIMIT);
}

/** Time for the agent server beyond the limit of the command, in seconds: its script ends what remains. */
const MARGIN = 60;

const STARTED = { tries: 100, pause: 50 };

interface Pausing {
  readonly pause: (milliseconds: number) => Promise<unknown>;
}

export interface StartedCommand {
  readonly folder: CommandFolder;
  readonly begun: Begun;
}

/**
 * Starts a command; the same one only once, by however many requests. Its environment is in a file that it removes, not
 * in the arguments of a process or in an event of the agent server.
 *
 * @throws AppError as `askAgent`; `validation_failed` without the directory; `conflict` when the sandbox has too many
 * commands or lacks a program; `idempotency_key_reused`
 */
export async function startCommand(
  agent: SandboxAgent,
  { id, fingerprint }: CommandIdentity,
  request: CommandRequest,
  { pause }: Pausing,
): Promise<StartedCommand> {
  requireShort(request);
  const { cwd, tty } = request;
  const place = { id, workingDir: agent.sandbox.working_dir, cwd, isTerminal: tty !== undefined };
  const lines = await runScript(agent, prepareScript(place));
  if (lines.includes('no-directory')) {
    throw badField(['cwd'], `${cwd} is not a directory of the sandbox.`, 'not_a_directory');
  }
  const folder = new CommandFolder(agent, `${pathIn(lines, 'base')}/${id}`);
  if (!lines.includes('known')) {
    requireReady(agent, lines);
    const seconds = limitOf(request);
    const directory = pathIn(lines, 'cwd');
    const { command = USER_SHELL, env } = request;
    const stdin = request.stdin || tty !== undefined;
    const about = encodedAbout({
      command,
      cwd: cwd ?? agent.sandbox.working_dir,
      timeout: seconds,
      stdin,
      tty: tty ?? null,
      fingerprint,
    });
    const what = { id, directory: folder.path, cwd: directory, command, env, seconds, stdin, tty, about };
    const script = commandScript(what);
    await folder.write('run', Buffer.from(script));
    await askAgent(agent, {
      method: 'POST',
      path: '/api/bash/start_bash_command',
      json: { command: `exec sh ${quoted(`${folder.path}/run`)}`, cwd: null, timeout: seconds + MARGIN },
    });
  }
  return { folder, begun: await begun(folder, fingerprint, pause) };
}

/** One argument of a process cannot be longer than 128 KiB, and quotes take room. */
function requireShort({ command = [], env }: CommandRequest): void {
  const texts = [command, ...Object.entries(env)].flat();
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text) + 1, 0);
  if (bytes <= MOST_COMMAND + texts.length) return;
  const message = `The command and its environment have ${bytes} bytes. Send at most ${MOST_COMMAND}, or write a script to the sandbox and run that.`;
  throw badField(['command'], message, 'too_long');
}

function requireReady(agent: SandboxAgent, lines: readonly string[]): void {
  if (lines.includes('ready')) return;
  const { sandbox_id: sandboxId } = agent.sandbox;
  if (lines.includes('full')) {
    const message = `Sandbox ${sandboxId} runs ${MOST_RUNNING} commands, the most at a time. Wait until one ends, or stop one.`;
    throw new AppError('conflict', message);
  }
  if (lines.includes('no-terminal')) {
    const message = `A terminal needs the program script of util-linux, or python3, and sandbox ${sandboxId} has neither. Install one of them in the image of its sandbox spec.`;
    throw new AppError('conflict', message);
  }
  const tool = valueIn(lines, 'missing');
  if (tool !== undefined) {
    const message = `Commands need the program ${tool.slice(0, 50)}, which sandbox ${sandboxId} does not have. Install it, or use another sandbox spec.`;
    throw new AppError('conflict', message);
  }
  throw new AppError('bad_gateway', `Sandbox ${sandboxId} cannot write to its home directory.`);
}

/** Waits until the script has begun. @throws AppError `idempotency_key_reused` for another request's command */
async function begun(folder: CommandFolder, fingerprint: string | null, pause: Pausing['pause']): Promise<Begun> {
  for (let left = STARTED.tries; left > 0; left -= 1) {
    const found = await begunIn(folder);
    if (found && found.about.fingerprint !== fingerprint) {
      throw new AppError('idempotency_key_reused', 'This Idempotency-Key was used for another command. Use a new key.');
    }
    if (found) return found;
    await pause(STARTED.pause);
  }
  throw new AppError('bad_gateway', 'The sandbox did not start the command. Try again with the same Idempotency-Key.');
}

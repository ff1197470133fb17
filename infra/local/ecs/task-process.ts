import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, openSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { constants as systemConstants } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Namespaces } from '../namespaces/namespaces.ts';
import type { ProcessIdentity } from './task-record.ts';

const pollMilliseconds = 200;

/** How often a program is looked for whose namespaces are just being made. */
const lookMilliseconds = 20;

/** Waits for one line, then becomes the command: a service that dies before it noted the process leaves none. */
const gate = 'read -r line || exit 125; unset line PWD OLDPWD SHLVL; exec "$@" </dev/null';

interface Launch {
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly directory: string;
  readonly logFile: string;
  /** Keeps the command apart, with its directory; without it, the command runs as the person does. */
  readonly namespaces?: Namespaces | undefined;
}

/** The process group of one task. */
export interface TaskProcess {
  readonly identity: ProcessIdentity;
  /** The exit code, or 128 + signal, when the process ends; undefined for another service's child. */
  readonly exited: Promise<number | undefined>;
  /** Lets a launched process begin. */
  begin(): void;
  /** Asks the program to end, and kills the group when the grace is over. Asking again can only shorten the grace. */
  terminate(graceMilliseconds: number): void;
  /** Kills the process without asking it. */
  kill(): void;
}

/** Starts a process that waits for `begin`. @throws Error when the system can start no process. */
export async function launchTaskProcess(launch: Launch): Promise<TaskProcess> {
  const { environment, directory, logFile, namespaces } = launch;
  const command = namespaces ? await namespaces.wrap(launch.command, directory) : launch.command;
  // The task writes to the file itself, so its output needs no living service.
  const { O_APPEND, O_CREAT, O_WRONLY } = constants;
  const log = openSync(logFile, O_APPEND | O_CREAT | O_WRONLY, 0o600);
  try {
    const child = spawn('/bin/sh', ['-c', gate, 'task', ...command], {
      cwd: directory,
      env: environment,
      detached: true,
      stdio: ['pipe', log, log],
    });
    await once(child, 'spawn');
    return await childProcess(child, namespaces !== undefined);
  } finally {
    closeSync(log);
  }
}

async function childProcess(child: ChildProcess, namespaced: boolean): Promise<TaskProcess> {
  const { promise: exited, resolve } = Promise.withResolvers<number>();
  child.once('exit', (code, signal) => resolve(code ?? 128 + (signal ? systemConstants.signals[signal] : 0)));
  // A process that ended before it could begin shows by its exit; the broken pipe says nothing more.
  child.stdin?.on('error', () => undefined);
  const pid = child.pid ?? 0;
  const marker = (await markerOf(pid)) ?? 'ended';
  const identity = { pid, marker, namespaced };
  const group = new ProcessGroup(identity, exited);
  return {
    identity,
    exited,
    begin: () => child.stdin?.end('\n'),
    terminate: (grace) => group.end(grace),
    kill: () => group.kill(),
  };
}

/** A process of an earlier run, if it still lives. It is polled, as it is no child of ours. */
export async function adoptTaskProcess(identity: ProcessIdentity): Promise<TaskProcess | undefined> {
  if (!(await isAlive(identity))) return undefined;
  const { promise: exited, resolve } = Promise.withResolvers<undefined>();
  const poll = setInterval(async () => {
    // A look that fails, for want of file handles say, says nothing: the next one will.
    if (await isAlive(identity).catch(() => true)) return;
    clearInterval(poll);
    resolve(undefined);
  }, pollMilliseconds);
  const group = new ProcessGroup(identity, exited);
  return {
    identity,
    exited,
    begin: () => undefined,
    terminate: (grace) => group.end(grace),
    kill: () => group.kill(),
  };
}

/** Signals to a group, sent only while its leader is the process it was. */
class ProcessGroup {
  readonly #identity: ProcessIdentity;
  #ended = false;
  #killAt = Number.POSITIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  constructor(identity: ProcessIdentity, exited: Promise<unknown>) {
    this.#identity = identity;
    void exited.then(() => this.#sweep());
  }

  end(graceMilliseconds: number): void {
    if (this.#ended) return;
    const killAt = Date.now() + graceMilliseconds;
    if (this.#killAt === Number.POSITIVE_INFINITY) void this.#ask();
    if (killAt >= this.#killAt) return;
    this.#killAt = killAt;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#signal('SIGKILL'), graceMilliseconds);
  }

  kill(): void {
    void this.#signal('SIGKILL');
  }

  /** Without namespaces, the whole group; with them, the program, as a signal to its keepers would not reach it. */
  async #ask(): Promise<void> {
    if (!this.#identity.namespaced) return this.#signal('SIGTERM');
    while (!this.#ended && (await isAlive(this.#identity))) {
      const { pid } = this.#identity;
      const first = await firstChildOf(pid);
      if (first === undefined) signalGroup(pid, 'SIGTERM');
      const program = first === undefined ? undefined : await firstChildOf(first);
      if (program !== undefined) return signalProcess(program, 'SIGTERM');
      await delay(lookMilliseconds);
    }
  }

  async #signal(signal: NodeJS.Signals): Promise<void> {
    if (!this.#ended && (await isAlive(this.#identity))) signalGroup(this.#identity.pid, signal);
  }

  /** As in a container, nothing outlives the first process. */
  async #sweep(): Promise<void> {
    this.#ended = true;
    clearTimeout(this.#timer);
    // While any member is left the number is not given to another process: one that has the number now is not ours.
    if ((await markerOf(this.#identity.pid)) === undefined) signalGroup(this.#identity.pid, 'SIGKILL');
  }
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  // Zero and one would reach this service's own group and every process.
  if (pid > 1) signalProcess(-pid, signal);
}

function signalProcess(target: number, signal: NodeJS.Signals): void {
  try {
    process.kill(target, signal);
  } catch (error) {
    // No such group: it ended by itself in the meantime. macOS says EPERM for a group in which all have ended.
    if (!(error instanceof Error && 'code' in error && (error.code === 'ESRCH' || error.code === 'EPERM'))) throw error;
  }
}

/** The start of a live process, which tells it from others with its number; undefined for an ended one. */
export function markerOf(pid: number): Promise<string | undefined> {
  return process.platform === 'linux' ? linuxMarker(pid) : psMarker(pid);
}

async function isAlive({ pid, marker }: ProcessIdentity): Promise<boolean> {
  return (await markerOf(pid)) === marker;
}

async function linuxMarker(pid: number): Promise<string | undefined> {
  const [stat, bootId] = await Promise.all([
    readFile(`/proc/${pid}/stat`, 'utf8').catch(unlessGone),
    readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
  ]);
  if (stat === undefined) return undefined;
  // The second field is the program's name, which may hold spaces and brackets; the state follows the last bracket.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state = '', startedTicks] = [fields[0], fields[19]];
  return state === 'Z' || state === 'X' ? undefined : `${bootId.trim()}:${startedTicks}`;
}

async function psMarker(pid: number): Promise<string | undefined> {
  const command = promisify(execFile)('/bin/ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { env: { LC_ALL: 'C' } });
  const output = await command.then(({ stdout }) => stdout).catch(unlessGone);
  const [state = '', ...started] = (output ?? '').trim().split(/\s+/);
  return state === '' || state.startsWith('Z') ? undefined : started.join(' ');
}

/** Only the absence of a process says that it is gone: a look that failed for another reason says nothing. */
function unlessGone(error: { readonly code?: string | number }): undefined {
  // ENOENT and ESRCH come from /proc; 1 is the exit code of ps.
  if (error.code === 'ENOENT' || error.code === 'ESRCH' || error.code === 1) return undefined;
  throw error;
}

/**
 * The oldest child of a process that lives. That of the first process of a sandbox is its program: what lost its parent
 * comes after it. Linux only.
 */
async function firstChildOf(pid: number): Promise<number | undefined> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const [first] = children.split(' ');
  return first ? Number(first) : undefined;
}

/** Kills a task's daemons outside its process group, by their home directory, the workspace. Linux only. */
export async function killStrays(workspacePath: string): Promise<void> {
  if (process.platform !== 'linux') return;
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  await Promise.all(pids.map((pid) => killIfAtHome(pid, workspacePath)));
}

async function killIfAtHome(pid: string, workspacePath: string): Promise<void> {
  try {
    const environment = (await readFile(`/proc/${pid}/environ`, 'utf8')).split('\0');
    if (environment.includes(`HOME=${workspacePath}`)) process.kill(Number(pid), 'SIGKILL');
  } catch {
    // The process ended, or belongs to someone else: then it is none of ours.
  }
}

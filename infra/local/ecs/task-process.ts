import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, openSync } from 'node:fs';
import { readdir, readFile, stat, truncate } from 'node:fs/promises';
import { constants as systemConstants } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Namespaces } from '../namespaces/namespaces.ts';
import type { ProcessIdentity } from './task-record.ts';

const pollMilliseconds = 200;

/** How often to look for a program whose namespaces are still being made. */
const lookMilliseconds = 20;

/**
 * Waits for one line, then becomes the command: if the service dies before it has recorded the process, no command
 * runs.
 */
const gate = 'read -r line || exit 125; unset line PWD OLDPWD SHLVL; exec "$@" </dev/null';

interface Launch {
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly directory: string;
  readonly logFile: string;
  /** Isolates the command with its directory; without it, the command runs as the user. */
  readonly namespaces?: Namespaces | undefined;
}

/** The process group of one task. */
export interface TaskProcess {
  readonly identity: ProcessIdentity;
  /** Resolves with the exit code, or with 128 + signal; with undefined for the child of another service. */
  readonly exited: Promise<number | undefined>;
  /** Lets a launched process start its command. */
  begin(): void;
  /** Asks the program to end, and kills the group after the grace period. Further calls can only shorten it. */
  terminate(graceMilliseconds: number): void;
  /** Kills the process without a signal to stop. */
  kill(): void;
}

/** Starts a process that waits for `begin`. @throws Error when the system cannot start a process */
export async function launchTaskProcess(launch: Launch): Promise<TaskProcess> {
  const { environment, directory, logFile, namespaces } = launch;
  const command = namespaces ? await namespaces.wrap(launch.command, directory) : launch.command;
  // The task writes to the file itself, so that its output does not depend on this service.
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
  // The exit reports a process that ended before it could begin. The broken pipe adds nothing.
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

/** A process of an earlier run, if it is still alive. It is polled, because it is not a child of this service. */
export async function adoptTaskProcess(identity: ProcessIdentity): Promise<TaskProcess | undefined> {
  if (!(await isAlive(identity))) return undefined;
  const { promise: exited, resolve } = Promise.withResolvers<undefined>();
  const poll = setInterval(async () => {
    // A failed check, for want of file handles for example, decides nothing. The next one will.
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

/** Signals a group, but only while its leader is still the same process. */
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

  /**
   * Signals the whole group. In namespaces it signals the program, which a signal to the outer processes would not
   * reach.
   */
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
    // A pid is not reused while its group has members, so a process that has it now is not ours.
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
    // The group has ended meanwhile. macOS reports EPERM for a group whose processes have all ended.
    if (!(error instanceof Error && 'code' in error && (error.code === 'ESRCH' || error.code === 'EPERM'))) throw error;
  }
}

/** The start of a live process, which tells it apart from later ones with its pid; undefined for an ended process. */
export function markerOf(pid: number): Promise<string | undefined> {
  return process.platform === 'linux' ? linuxMarker(pid) : psMarker(pid);
}

async function isAlive({ pid, marker }: ProcessIdentity): Promise<boolean> {
  return (await markerOf(pid)) === marker;
}

async function linuxMarker(pid: number): Promise<string | undefined> {
  const [status, bootId] = await Promise.all([
    readFile(`/proc/${pid}/stat`, 'utf8').catch(undefinedIfGone),
    readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
  ]);
  if (status === undefined) return undefined;
  // The second field is the program's name, which can hold spaces and brackets. The state follows the last bracket.
  const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
  const [state = '', startedTicks] = [fields[0], fields[19]];
  return state === 'Z' || state === 'X' ? undefined : `${bootId.trim()}:${startedTicks}`;
}

async function psMarker(pid: number): Promise<string | undefined> {
  const command = promisify(execFile)('/bin/ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { env: { LC_ALL: 'C' } });
  const output = await command.then(({ stdout }) => stdout).catch(undefinedIfGone);
  const [state = '', ...started] = (output ?? '').trim().split(/\s+/);
  return state === '' || state.startsWith('Z') ? undefined : started.join(' ');
}

/** Only a missing process is gone. A check that failed for another reason says nothing. */
function undefinedIfGone(error: { readonly code?: string | number }): undefined {
  // ENOENT and ESRCH come from /proc; 1 is the exit code of ps.
  if (error.code === 'ENOENT' || error.code === 'ESRCH' || error.code === 1) return undefined;
  throw error;
}

/**
 * The oldest live child of a process. For the first process of a sandbox that is its program, because adopted orphans
 * come later. Linux only.
 */
async function firstChildOf(pid: number): Promise<number | undefined> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const [first] = children.split(' ');
  return first ? Number(first) : undefined;
}

/**
 * Kills daemons that a task left outside its process group, by their home directory: its workspace, or below it. Linux
 * only.
 */
export async function killStrays(workspacePath: string): Promise<void> {
  if (process.platform !== 'linux') return;
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  await Promise.all(pids.map((pid) => killIfAtHome(pid, workspacePath)));
}

async function killIfAtHome(pid: string, workspacePath: string): Promise<void> {
  try {
    const environment = (await readFile(`/proc/${pid}/environ`, 'utf8')).split('\0');
    const home = environment.find((variable) => variable.startsWith('HOME=')) ?? '';
    if (`${home}/`.startsWith(`HOME=${workspacePath}/`)) process.kill(Number(pid), 'SIGKILL');
  } catch {
    // The process has ended, or belongs to another user.
  }
}

const maxLogBytes = 10 * 1024 * 1024;

/** Empties a task's log when it is too large, so that it cannot fill the disk. */
export async function boundLog(file: string): Promise<void> {
  // A task that has not written yet has no file.
  const { size } = await stat(file).catch(() => ({ size: 0 }));
  if (size > maxLogBytes) await truncate(file);
}

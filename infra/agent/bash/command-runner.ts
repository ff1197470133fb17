import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, statSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { withoutKeys, workspacePath } from '../settings/settings.ts';

interface CommandToRun {
  readonly command: string;
  readonly cwd: string | null;
  readonly timeoutSeconds: number;
  readonly environment?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** By default `/bin/sh`. */
  readonly shell?: string;
}

/** Runs commands in the sandbox. */
export class CommandRunner {
  private readonly workspace: string;
  private readonly keeper: GroupKeeper;

  constructor(workspace: string, keeper: GroupKeeper) {
    this.workspace = workspace;
    this.keeper = keeper;
  }

  /** @throws Error when the command cannot be started or is aborted */
  async run(command: CommandToRun, reader: OutputReader): Promise<number> {
    const home = join(this.workspace, '.home');
    mkdirSync(home, { recursive: true, mode: 0o700 });
    const environment = { ...commandEnvironment(process.env, home), ...command.environment };
    const directory = workspacePath(this.workspace, command.cwd ?? '.');
    return await runShell({ ...command, directory, environment }, reader, this.keeper);
  }
}

/** The server's environment without its keys. @param home keeps commands from the git settings of the machine's user */
function commandEnvironment(environment: NodeJS.ProcessEnv, home: string): Record<string, string> {
  return { AI_AGENT: 'openhands', ...withoutKeys(environment), HOME: home };
}

/** Time for a terminated command to clean up before it is killed. */
const graceMilliseconds = 1_000;

interface ShellCommand {
  readonly command: string;
  readonly directory: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutSeconds: number;
  readonly signal?: AbortSignal;
  readonly shell?: string;
}

interface OutputReader {
  stdout(text: string): void;
  stderr(text: string): void;
}

/**
 * Runs a command line in a shell and a new process group.
 *
 * @returns the exit code: -1 for a timeout, the negative signal number for a killed command
 * @throws Error when the command cannot be started or is aborted
 */
async function runShell(command: ShellCommand, reader: OutputReader, keeper: GroupKeeper): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  requireDirectory(command.directory);
  const child = spawn(command.shell ?? '/bin/sh', ['-c', command.command], {
    cwd: command.directory,
    env: command.environment,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.once('error', reject);
  const group = child.pid;
  if (group === undefined) return await promise;
  keeper.add(group);
  let isEnded = false;
  const end = (settle: () => void) => {
    isEnded = true;
    endGroup(group).then(() => {
      child.stdout.destroy();
      child.stderr.destroy();
      settle();
    }, reject);
  };
  const abort = () => end(() => reject(new Error('The command was aborted.')));
  command.signal?.addEventListener('abort', abort, { once: true });
  const timer = setTimeout(() => end(() => resolve(-1)), command.timeoutSeconds * 1000);
  decode(child.stdout, (text) => !isEnded && reader.stdout(text));
  decode(child.stderr, (text) => !isEnded && reader.stderr(text));
  child.once('close', (code, signal) => {
    if (!isEnded) resolve(code ?? -(signal ? constants.signals[signal] : 0));
  });
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    command.signal?.removeEventListener('abort', abort);
  }
}

/** The system's error would name the shell instead of the directory. */
function requireDirectory(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new Error(`[Errno 2] No such file or directory: '${path}'`);
  if (!found.isDirectory()) throw new Error(`[Errno 20] Not a directory: '${path}'`);
}

async function endGroup(group: number): Promise<void> {
  signalGroup(group, 'SIGTERM');
  const deadline = performance.now() + graceMilliseconds;
  while (signalGroup(group, 0) && performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  signalGroup(group, 'SIGKILL');
}

function decode(stream: NodeJS.ReadableStream, read: (text: string) => void): void {
  const decoder = new StringDecoder('utf8');
  stream.on('data', (bytes: Buffer) => read(decoder.write(bytes)));
  stream.on('end', () => read(decoder.end()));
}

const sweepMilliseconds = 5_000;

/** Keeps a list of process groups, and kills those that remain when the server's end of the pipe closes. */
const script = `
groups=' '
while read -r change group; do
  case $change in
    add) groups="$groups$group " ;;
    drop) groups="\${groups%%" $group "*} \${groups#*" $group "}" ;;
  esac
done
for group in $groups; do kill -s KILL -- "-$group" 2>/dev/null; done`;

/** Kills commands when the server ends, even uncleanly: a small process watches a pipe from the server. */
export class GroupKeeper {
  private readonly groups = new Set<number>();
  private keeper: ChildProcess | undefined;
  private timer: NodeJS.Timeout | undefined;

  add(group: number): void {
    this.keeper ??= startKeeper();
    this.timer ??= setInterval(() => this.sweep(), sweepMilliseconds).unref();
    this.groups.add(group);
    this.tell('add', group);
  }

  /** Kills all remaining groups. */
  close(): void {
    clearInterval(this.timer);
    for (const group of this.groups) signalGroup(group, 'SIGKILL');
    this.groups.clear();
    this.keeper?.stdin?.end();
  }

  /** Forgets groups without processes, because the system reuses their numbers. */
  sweep(): void {
    for (const group of this.groups) {
      if (signalGroup(group, 0)) continue;
      this.groups.delete(group);
      this.tell('drop', group);
    }
  }

  private tell(change: 'add' | 'drop', group: number): void {
    this.keeper?.stdin?.write(`${change} ${group}\n`);
  }
}

/** @returns whether the group has processes */
function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-group, signal);
    return true;
  } catch {
    // The group has no process of this user.
    return false;
  }
}

function startKeeper(): ChildProcess {
  const keeper = spawn('/bin/sh', ['-c', script], { detached: true, stdio: ['pipe', 'ignore', 'ignore'], env: {} });
  // Commands also run without a keeper; then some can outlive a server that was killed.
  keeper.on('error', () => undefined);
  keeper.stdin?.on('error', () => undefined);
  keeper.unref();
  return keeper;
}

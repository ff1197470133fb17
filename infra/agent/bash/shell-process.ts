import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { constants } from 'node:os';
import { StringDecoder } from 'node:string_decoder';
import { type GroupKeeper, signalGroup } from './group-keeper.ts';

/** How long a command that took too long may clean up before it is killed. */
const graceMilliseconds = 1_000;

export interface ShellCommand {
  readonly command: string;
  readonly directory: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutSeconds: number;
  readonly signal?: AbortSignal;
}

export interface OutputReader {
  stdout(text: string): void;
  stderr(text: string): void;
}

/**
 * Runs a command line by the system's shell, in a process group of its own.
 *
 * @returns the exit code as clients see it: -1 when the command took too long, minus the number of the signal when one
 * ended it
 * @throws Error when it could not be started, or was stopped by the signal
 */
export async function runShell(command: ShellCommand, reader: OutputReader, keeper: GroupKeeper): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  requireDirectory(command.directory);
  const child = spawn('/bin/sh', ['-c', command.command], {
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
  const abort = () => end(() => reject(new Error('the command was stopped')));
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

/** The system's own words for it would name the shell, not the directory. */
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

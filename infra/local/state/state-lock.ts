import { randomUUID } from 'node:crypto';
import { link, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../terminal/user-error.ts';
import { makePrivateFolder } from './private-folder.ts';
import { readStateFile, writeStateFile } from './state-file.ts';

/**
 * The holder of a state directory. It responds at `endpoint`, because its process id may be reused by another program.
 */
interface Holder {
  readonly pid: number;
  readonly token: string;
  readonly endpoint?: string;
}

const ASK_WITHIN_MS = 5_000;
const LOCK_FILE = 'lock';

/** Prevents two services, or a service and a reset, from using one state directory at the same time. */
export class StateLock {
  readonly #path: string;
  readonly #token: string;

  private constructor(path: string, token: string) {
    this.#path = path;
    this.#token = token;
  }

  /** Creates the directory for this user only. @throws UserError naming the process that holds it */
  static async acquire(stateDirectory: string): Promise<StateLock> {
    await makePrivateFolder(stateDirectory);
    const path = join(stateDirectory, LOCK_FILE);
    const token = randomUUID();
    const holder = await take(path, { pid: process.pid, token });
    if (holder.token === token) return new StateLock(path, token);
    if (holder.isSuccessor) {
      throw new UserError(`Another service is starting in ${stateDirectory}. Choose another PORT or --state.`);
    }
    throw new UserError(
      `A service already runs in ${stateDirectory} (process ${holder.pid}). Stop it first, or choose another PORT or --state.`,
    );
  }

  /** Records where others can ask whether the holder still runs. */
  async announce(endpoint: string): Promise<void> {
    await writeStateFile(this.#path, JSON.stringify({ pid: process.pid, token: this.#token, endpoint }));
  }

  async release(): Promise<void> {
    const holder = await read(this.#path);
    if (holder?.token === this.#token) await rm(this.#path, { force: true });
  }
}

/** The process that runs in a state directory; undefined for the lock of a killed service. */
export async function holderOf(stateDirectory: string): Promise<number | undefined> {
  const holder = await read(join(stateDirectory, LOCK_FILE));
  return holder && (await isRunning(holder)) ? holder.pid : undefined;
}

async function isRunning({ pid, endpoint }: Holder): Promise<boolean> {
  return isAlive(pid) && (endpoint === undefined || answers(endpoint, pid));
}

/**
 * Creates the lock, or replaces that of a dead holder, and resolves to the new holder. The right to replace it is a
 * lock too, named after the dead holder: one of several starts gets it, and if that one dies, its successor is found in
 * the same way. Deleting and recreating the lock instead could delete that of a faster start.
 */
async function take(path: string, own: Holder): Promise<Holder & { readonly isSuccessor?: boolean }> {
  for (;;) {
    if (await create(path, own)) return own;
    const holder = await read(path);
    // Its service has just ended.
    if (holder === undefined) continue;
    if (await isRunning(holder)) return holder;
    const right = `${path}.${holder.token}`;
    const successor = await take(right, own);
    if (successor.token !== own.token) return { ...successor, isSuccessor: true };
    // Another start may have had the right before, and replaced the lock.
    const isLeft = (await read(path))?.token === holder.token;
    if (isLeft) await writeStateFile(path, JSON.stringify(own));
    await rm(right, { force: true });
    if (isLeft) return own;
  }
}

/** Creates the file with its content in one step. @returns false when it exists */
async function create(path: string, holder: Holder): Promise<boolean> {
  const draft = `${path}.${holder.token}`;
  await writeFile(draft, JSON.stringify(holder), { mode: 0o600 });
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function read(path: string): Promise<Holder | undefined> {
  const content = await readStateFile(path);
  if (content === undefined) return undefined;
  try {
    return JSON.parse(content) as Holder;
  } catch {
    // No version leaves an incomplete lock, so its holder cannot be running.
    return { pid: 0, token: 'unreadable' };
  }
}

function isAlive(pid: number): boolean {
  // Zero would be every process of this group.
  if (pid === 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** A service that is too busy to respond counts as running. */
async function answers(endpoint: string, pid: number): Promise<boolean> {
  try {
    const answer = await fetch(`${endpoint}/_local/alive`, { signal: AbortSignal.timeout(ASK_WITHIN_MS) });
    return ((await answer.json()) as { pid?: unknown }).pid === pid;
  } catch (error) {
    return error instanceof DOMException && error.name === 'TimeoutError';
  }
}

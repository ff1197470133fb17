import { createHash, randomUUID } from 'node:crypto';
import { existsSync, globSync, statSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A build that was unused for so long is removed. */
const KEPT_MS = 24 * 60 * 60 * 1000;

const LOOK_EVERY_MS = 50;

interface Options {
  /** Of the project. */
  readonly root: string;
  /** The files that decide over the bytes of a build, as globs from the root. */
  readonly sources: readonly string[];
  /** What decides over them besides. */
  readonly circumstances?: string;
  /** Gives the build up, also while another process makes it. */
  readonly signal?: AbortSignal;
  /** Where builds are kept. */
  readonly folder: string;
  /** Builds into a directory. */
  readonly build: (directory: string) => Promise<unknown>;
}

/**
 * A directory with what is built from the sources as they are now. It is built once, also for services that start at
 * the same time, and no process may change it: building takes longer than all the rest of a start.
 *
 * @throws what `build` throws.
 */
export async function builtOnce(options: Options): Promise<string> {
  await mkdir(options.folder, { recursive: true });
  for (;;) {
    options.signal?.throwIfAborted();
    const key = await keyOf(options);
    const directory = join(options.folder, key);
    const lock = `${directory}.lock`;
    if (await use(directory)) return directory;
    if (!(await acquire(lock))) {
      await untilFree(lock, options.signal);
      continue;
    }
    try {
      if (await use(directory)) return directory;
      await publish(options, key, directory);
      await removeOld(options.folder);
    } finally {
      await rm(lock, { force: true });
    }
  }
}

/** Half a build, and one whose sources were changed meanwhile, never get the name. */
async function publish(options: Options, key: string, directory: string): Promise<void> {
  const draft = `${directory}.${randomUUID()}.draft`;
  try {
    await options.build(draft);
    if ((await keyOf(options)) === key) await rename(draft, directory);
  } catch (error) {
    // Two that took over the lock of a dead process built the same.
    if (!existsSync(directory)) throw error;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function use(directory: string): Promise<boolean> {
  if (!existsSync(directory)) return false;
  const now = new Date();
  await utimes(directory, now, now);
  return true;
}

/** The lock names its process: one that a dead process left does not count. */
async function acquire(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const holder = await holderOf(lock);
  if (holder !== undefined && !isRunning(holder)) await rm(lock, { force: true });
  return false;
}

/** Looks at the lock alone: hashing all sources takes longer than the pause between two looks. */
async function untilFree(lock: string, signal: AbortSignal | undefined): Promise<void> {
  while (existsSync(lock)) {
    const holder = await holderOf(lock);
    if (holder !== undefined && !isRunning(holder)) return;
    signal?.throwIfAborted();
    await sleep(LOOK_EVERY_MS);
  }
}

/** The process that holds the lock. In the moment between the making of a lock and its content it names none. */
async function holderOf(lock: string): Promise<number | undefined> {
  const content = await readFile(lock, 'utf8').catch(() => '');
  return content === '' ? undefined : Number(content);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Removes what was not used for a day. */
export async function removeOld(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    // Another start may remove the same one.
    const age = await stat(path).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    );
    if (age > KEPT_MS) await rm(path, { recursive: true, force: true });
  }
}

async function keyOf({ root, sources, circumstances = '' }: Options): Promise<string> {
  const hash = createHash('sha256').update(process.version).update(circumstances);
  const paths = globSync(sources, { cwd: root }).toSorted();
  for (const path of paths) {
    if (statSync(join(root, path)).isDirectory()) continue;
    hash.update(`\0${path}\0`).update(await readFile(join(root, path)));
  }
  return hash.digest('hex').slice(0, 32);
}

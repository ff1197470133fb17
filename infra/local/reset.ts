import { readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { removeTree } from './ec2/tree-copy.ts';
import { killStrays } from './ecs/task-process.ts';
import { StateLock } from './state/state-lock.ts';
import { LOCAL_FOLDER } from './terminal/options.ts';
import { UserError } from './terminal/user-error.ts';

/**
 * Deletes state directories and kills leftover sandboxes. @throws UserError, and deletes nothing, while a service runs
 */
export async function reset(folders: readonly string[]): Promise<void> {
  const locks: StateLock[] = [];
  try {
    for (const folder of folders) locks.push(await StateLock.acquire(folder));
    for (const folder of folders) {
      for (const workspace of await workspacesIn(folder)) await killStrays(workspace);
      // Sandboxes may have closed folders to their own user.
      removeTree(folder);
    }
  } finally {
    await Promise.all(locks.map((lock) => lock.release()));
  }
}

async function workspacesIn(folder: string): Promise<readonly string[]> {
  const owners = await foldersIn(join(folder, 'workspaces'));
  return (await Promise.all(owners.map(foldersIn))).flat();
}

async function foldersIn(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map((entry) => join(folder, entry.name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

const USAGE = `Usage: npm run reset [-- --state DIR]

Deletes the data of local services that do not run, with the agent servers that they installed.

  --state DIR   delete only DIR (default: everything in .local/)
  --help        show this`;

/** @throws UserError for an unknown option */
function optionsOf(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: { state: { type: 'string' }, help: { type: 'boolean' } } }).values;
  } catch (error) {
    throw new UserError(`${(error as Error).message}\n\n${USAGE}`);
  }
}

/** @returns what was done, in a sentence */
async function main(args: readonly string[]): Promise<string> {
  const { state, help = false } = optionsOf(args);
  if (help) return USAGE;
  const folders = state === undefined ? await foldersIn(LOCAL_FOLDER) : [resolve(state)];
  await reset(folders);
  if (state === undefined) await rm(LOCAL_FOLDER, { recursive: true, force: true });
  return folders.length === 0 ? 'There was no local state.' : `Deleted ${folders.join(', ')}.`;
}

if (import.meta.main) {
  try {
    console.log(await main(process.argv.slice(2)));
  } catch (error) {
    console.error(error instanceof UserError ? error.message : error);
    process.exitCode = 1;
  }
}

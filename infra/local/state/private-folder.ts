import { chmod, lstat, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../terminal/user-error.ts';

/** What users other than the owner may do with a file. */
const OTHERS = 0o077;

/** From now on, this process and those it starts make files that no other user of the machine may open. */
export function makeFilesPrivate(): void {
  process.umask(OTHERS);
}

/** Files that this service alone makes: all entries of a folder with one of them are its own. */
const OWN_FILES = ['api-key', 'access-key'];

/**
 * Makes a folder that no other user may enter. One that is there is closed to them; so are the entries of one that this
 * service made, maybe in a version that let them in. What lies deeper cannot be reached then, and keeps its modes.
 *
 * @throws UserError for a folder of another user, or one that all users share
 */
export async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { uid, mode } = await stat(folder);
  // A folder such as /tmp lets each user delete their own entries alone: that bit marks it as shared.
  if (uid !== process.getuid?.() || (mode & 0o1000) !== 0) {
    throw new UserError(`${folder} belongs to other users, too, who could read what it keeps. Choose another --state.`);
  }
  if ((mode & OTHERS) !== 0) await chmod(folder, mode & 0o7777 & ~OTHERS);
  const entries = await readdir(folder);
  if (!OWN_FILES.some((name) => entries.includes(name))) return;
  await Promise.all(entries.map((entry) => closeToOthers(join(folder, entry))));
}

async function closeToOthers(path: string): Promise<void> {
  try {
    const entry = await lstat(path);
    // The mode of a link is that of the file it leads to.
    if (entry.isSymbolicLink() || (entry.mode & OTHERS) === 0) return;
    await chmod(path, entry.mode & 0o7777 & ~OTHERS);
  } catch (error) {
    // The lock of a service that ends at this moment.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

import { chmod, lstat, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../terminal/user-error.ts';

/** The permissions of users other than the owner. */
const OTHERS = 0o077;

/** From now on, this process and its children create files that no other user can open. */
export function makeFilesPrivate(): void {
  process.umask(OTHERS);
}

/** Files that only this service creates. All entries of a folder with one of them are its own. */
const OWN_FILES = ['api-key', 'access-key'];

/**
 * Makes a folder that no other user can enter. An existing folder is closed to others, and so are its entries if this
 * service created it, maybe in a version that let others in. Deeper files cannot be reached then and keep their modes.
 *
 * @throws UserError for a folder that belongs to another user or is shared
 */
export async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { uid, mode } = await stat(folder);
  // The sticky bit marks a shared folder, such as /tmp.
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
    // The mode of a link is that of its target.
    if (entry.isSymbolicLink() || (entry.mode & OTHERS) === 0) return;
    await chmod(path, entry.mode & 0o7777 & ~OTHERS);
  } catch (error) {
    // The entry is gone, such as the lock of a service that has just ended.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

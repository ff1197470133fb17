import { createReadStream } from 'node:fs';
import { lstat, realpath, unlink } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { unpackTar } from 'modern-tar/fs';
import { isPortable } from './pack-folder.ts';

interface Header {
  readonly name: string;
  readonly type?: string | undefined;
  readonly linkname?: string | undefined;
}

/**
 * Unpacks an archive that a sandbox has packed. The sandbox is not trusted: an archive with an entry outside of the
 * folder fails and leaves no link, and links that plainly lead out of the folder are left out.
 *
 * @param say prints a remark
 */
export async function unpackFolder(archive: string, target: string, say: (text: string) => void): Promise<void> {
  const links: string[] = [];
  const filter = (header: Header) => {
    if (!isPortable(header.name, say) || leadsOut(header, say)) return false;
    if (header.type === 'symlink') links.push(header.name);
    return true;
  };
  try {
    await pipeline(createReadStream(archive), createGunzip(), unpackTar(target, { filter }));
  } catch (error) {
    for (const name of links) await removeLink(target, name);
    throw error;
  }
}

/** Links are checked with all others at the end, which a failure prevents. */
async function removeLink(target: string, name: string): Promise<void> {
  try {
    const [top, parent] = await Promise.all([realpath(target), realpath(dirname(join(target, name)))]);
    const isInside = parent === top || parent.startsWith(join(top, '/'));
    if (isInside && (await lstat(join(target, name))).isSymbolicLink()) await unlink(join(target, name));
  } catch {
    // It was not made.
  }
}

/** A link out of the folder could make a later program write elsewhere on this machine. */
function leadsOut({ name, type, linkname = '' }: Header, say: (text: string) => void): boolean {
  if (type !== 'symlink') return false;
  const target = posix.join(posix.dirname(posix.join('/inside', name)), linkname);
  if (!linkname.startsWith('/') && (target === '/inside' || target.startsWith('/inside/'))) return false;
  say(`Not copied: ${name} is a symbolic link to ${linkname}, outside the folder.`);
  return true;
}

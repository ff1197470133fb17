import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { MAX_ARCHIVE_BYTES, MAX_ARCHIVE_ENTRIES } from '../../contract/shapes/sandbox-files.ts';
import { TAR_END, type TarEntry, tarHead, tarPadding } from '../../platform/archives/tar-writer.ts';
import { AppError } from '../../platform/errors.ts';
import type { Inode } from '../../platform/ext4/inode.ts';
import { enter } from './changes-between.ts';
import { exits, failed } from './failures.ts';
import type { SandboxPath } from './sandbox-path.ts';
import { instead, notFound, type Place, reading, type SavedWorkspace } from './saved-workspace.ts';
import { STAGING } from './staging.ts';

/** What a whole folder takes, with the inodes and directories on the way. */
export const ARCHIVE_BOUNDS = { bytes: 512 * 1024 * 1024, reads: 200_000 };

interface Planned {
  /** Below the packed folder, one character for each byte. */
  readonly path: string;
  readonly inode: Inode;
}

/**
 * A folder as a tar.gz archive. Its size is known before the first byte, so that one that is too large is refused
 * instead of cut off. Symbolic links stay links, files with several names are there as often, and devices, pipes and
 * sockets are left out.
 *
 * @throws AppError `not_found`, `conflict` when it is no folder, `payload_too_large`; as `reading`
 */
export async function archiveSaved(workspace: SavedWorkspace, path: SandboxPath): Promise<AsyncIterable<Uint8Array>> {
  const found = await reading(workspace.find(path, true), workspace.of);
  if (found.kind !== 'found') throw notFound(found, path.text, workspace.of);
  if (found.inode.type !== 'directory') throw failed(exits.notDirectory, '', path.text);
  const all = await reading(planned(workspace, found, path), workspace.of);
  return compressed(tarOf(workspace, all));
}

/** Everything below a folder, by name. @throws AppError `payload_too_large` as soon as it is clear */
async function planned(
  workspace: SavedWorkspace,
  { inode: top, place }: { readonly inode: Inode; readonly place: Place },
  path: SandboxPath,
): Promise<readonly Planned[]> {
  const all: Planned[] = [];
  const left: Planned[] = [{ path: '.', inode: top }];
  const seen = new Set<number>();
  let bytes = 0;
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    all.push(one);
    // Paths too: directories within each other can make them longer than all files.
    bytes += one.path.length + (one.inode.type === 'file' ? one.inode.size : 0);
    if (all.length > MAX_ARCHIVE_ENTRIES || bytes > MAX_ARCHIVE_BYTES) throw tooLarge(path, workspace);
    if (one.inode.type !== 'directory') continue;
    enter(seen, one.inode);
    const names = [...(await workspace.entries(one.inode))].sort(([a], [b]) => (a < b ? 1 : -1));
    if (all.length + left.length + names.length > MAX_ARCHIVE_ENTRIES) throw tooLarge(path, workspace);
    for (const [name, number] of names) {
      // Transfers are of the service, as in the archives of running sandboxes.
      if (name === STAGING && one.path === '.' && place.length === 0) continue;
      const inode = await workspace.inode(number);
      if (inode.type !== 'other') left.push({ path: `${one.path}/${name}`, inode });
    }
  }
  return all;
}

function tooLarge({ text }: SandboxPath, { of }: SavedWorkspace): AppError {
  const limits = `${MAX_ARCHIVE_BYTES} bytes or ${MAX_ARCHIVE_ENTRIES} files and directories`;
  const message = `${text} has more than ${limits}. Download folders in it or single files, or ${instead[of]}.`;
  return new AppError('payload_too_large', message);
}

async function* tarOf(workspace: SavedWorkspace, all: readonly Planned[]): AsyncGenerator<Uint8Array> {
  for (const { path, inode } of all) {
    const size = inode.type === 'file' ? inode.size : 0;
    yield tarHead({ ...(await entryOf(workspace, inode)), name: Buffer.from(path, 'latin1'), size });
    if (size === 0) continue;
    yield* workspace.content(inode, 0, size);
    yield tarPadding(size);
  }
  yield TAR_END;
}

async function entryOf(workspace: SavedWorkspace, inode: Inode): Promise<Omit<TarEntry, 'name' | 'size'>> {
  const { mode, modifiedAt } = inode;
  const common = { mode, modifiedAt: modifiedAt.seconds };
  if (inode.type === 'symlink') {
    return { ...common, type: 'symlink', target: Buffer.from(await workspace.target(inode), 'latin1') };
  }
  return { ...common, type: inode.type === 'directory' ? 'directory' : 'file' };
}

/** Fails where its source fails, so that a client never takes a part for the whole. */
async function* compressed(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gzip = createGzip({ level: 1 });
  // The reader of `gzip` gets the error.
  pipeline(Readable.from(pieces, { objectMode: false }), gzip).catch(() => undefined);
  yield* gzip as AsyncIterable<Buffer>;
}

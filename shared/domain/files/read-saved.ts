import { createHash } from 'node:crypto';
import { MAX_CONTENT_BYTES } from '../../contract/shapes/sandbox-files.ts';
import type { Inode } from '../../platform/ext4/inode.ts';
import { boundedRange, isListed } from './conditions.ts';
import { exits, failed } from './failures.ts';
import { contentHeaders, type FileContent, notSatisfiable, type ReadConditions, tooLarge } from './read-file.ts';
import type { SandboxPath } from './sandbox-path.ts';
import { notFound, reading, type SavedOf, type SavedWorkspace } from './saved-workspace.ts';

/** The bytes of a file as `readFile` returns them. @throws AppError */
export async function readSaved(
  workspace: SavedWorkspace,
  path: SandboxPath,
  { match, noneMatch, range }: ReadConditions,
): Promise<FileContent> {
  const found = await reading(workspace.find(path, true), workspace.of);
  if (found.kind !== 'found') throw notFound(found, path.text, workspace.of);
  const { inode } = found;
  if (inode.type !== 'file') throw failed(exits.special, '', path.text);
  const etag = versionOf(inode);
  const headers = {
    ETag: etag,
    'Last-Modified': new Date(inode.modifiedAt.seconds * 1000).toUTCString(),
    ...contentHeaders(path),
  };
  if (match !== undefined && !isListed(match, etag)) throw failed(exits.changed, '', path.text);
  if (noneMatch !== undefined && isListed(noneMatch, etag)) return { status: 304, headers, pieces: nothing() };
  const wanted = rangeIn(boundedRange(range, MAX_CONTENT_BYTES), inode.size);
  if (wanted === 'unsatisfiable') throw notSatisfiable(path);
  const [start, end] = wanted ?? [0, inode.size];
  if (end - start > MAX_CONTENT_BYTES) throw tooLarge(path, end - start);
  const pieces = await begun(workspace.content(inode, start, end), workspace.of);
  if (!wanted) return { status: 200, headers, pieces };
  return { status: 206, headers: { ...headers, 'Content-Range': `bytes ${start}-${end - 1}/${inode.size}` }, pieces };
}

/**
 * The same version as the agent server's, so that a client can continue with either. It is the checksum of the time in
 * seconds, as Python writes it, and the size.
 */
function versionOf({ modifiedAt: { seconds, nanoseconds }, size }: Inode): string {
  const time = seconds + 1e-9 * nanoseconds;
  const text = Number.isInteger(time) ? `${time}.0` : String(time);
  return `"${createHash('md5').update(`${text}-${size}`).digest('hex')}"`;
}

/** Where a range begins, and before which byte it ends; undefined for the whole file. */
function rangeIn(header: string | undefined, size: number): readonly [number, number] | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' ? size : Math.min(Number(last) + 1, size);
  return start < end ? [start, end] : 'unsatisfiable';
}

/** Reads the first piece, so that a file that cannot be read fails before its status is sent. @throws AppError */
async function begun(pieces: AsyncGenerator<Uint8Array>, of: SavedOf): Promise<AsyncGenerator<Uint8Array>> {
  const first = await reading(pieces.next(), of);
  return first.done ? nothing() : continued(first.value, pieces);
}

async function* continued(first: Uint8Array, pieces: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  yield* pieces;
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

import type { BigIntStats } from 'node:fs';
import { lstat, readdir, readlink } from 'node:fs/promises';
import { blocksOfEntries, type NamedEntry } from './directory-blocks.ts';
import { BLOCK_BYTES, extraBlocks, FIRST_INODE, ROOT_INODE } from './layout.ts';
import { readable } from './readable.ts';

/** A file of the tree with its place in the image. */
export interface PlannedFile {
  readonly inode: number;
  /** One character for each byte. */
  readonly path: string;
  readonly stats: BigIntStats;
  readonly size: number;
  readonly names: number;
  /** What a symbolic link contains; empty for anything else. */
  readonly target: string;
  /** Of a directory, with `.` and `..`; empty for anything else. */
  readonly entries: readonly NamedEntry[];
  /** The first of its blocks, counted from the first block of data. */
  readonly start: number;
  /** With the blocks of its map. */
  readonly blocks: number;
}

export interface TreePlan {
  /** By inode. */
  readonly files: ReadonlyMap<number, PlannedFile>;
  /** Those with blocks, in the order of their blocks. */
  readonly placed: readonly PlannedFile[];
  readonly blocks: number;
  readonly inodes: number;
}

/** A shorter target is in the inode itself. */
export const INLINE_TARGET_BYTES = 60;

/** Places all files of a directory in an image, without reading their content. */
export async function planTree(root: string): Promise<TreePlan> {
  const found = new Map<bigint, Draft>();
  const drafts: Draft[] = [];
  let next = FIRST_INODE;
  await visit(Buffer.from(root).toString('latin1'), undefined);
  return placed(drafts, next - 1);

  async function visit(path: string, parent: Draft | undefined): Promise<Draft> {
    const stats = await lstat(Buffer.from(path, 'latin1'), { bigint: true });
    const known = stats.nlink > 1n && !stats.isDirectory() ? found.get(stats.ino) : undefined;
    if (known) {
      known.names += 1;
      return known;
    }
    const draft: Draft = { inode: parent ? next : ROOT_INODE, path, stats, names: 1, target: '', entries: [] };
    if (parent) next += 1;
    drafts.push(draft);
    found.set(stats.ino, draft);
    if (stats.isSymbolicLink()) draft.target = await readlink(Buffer.from(path, 'latin1'), 'latin1');
    if (stats.isDirectory()) await visitEntries(draft, parent ?? draft);
    return draft;
  }

  async function visitEntries(draft: Draft, parent: Draft): Promise<void> {
    draft.names = 2;
    draft.entries.push({ name: '.', inode: draft.inode, mode: draft.stats.mode });
    draft.entries.push({ name: '..', inode: parent.inode, mode: parent.stats.mode });
    const path = Buffer.from(draft.path, 'latin1');
    const names = await readable(path, 0o500, () => readdir(path, { encoding: 'buffer' }));
    for (const name of names.map((bytes) => bytes.toString('latin1')).sort()) {
      const child = await visit(`${draft.path}/${name}`, draft);
      draft.entries.push({ name, inode: child.inode, mode: child.stats.mode });
      if (child.stats.isDirectory()) draft.names += 1;
    }
  }
}

interface Draft {
  readonly inode: number;
  readonly path: string;
  readonly stats: BigIntStats;
  names: number;
  target: string;
  readonly entries: NamedEntry[];
}

function placed(drafts: readonly Draft[], inodes: number): TreePlan {
  let start = 0;
  const files = drafts.map((draft): PlannedFile => {
    const size = sizeOf(draft);
    const content = draft.stats.isSymbolicLink() && size < INLINE_TARGET_BYTES ? 0 : Math.ceil(size / BLOCK_BYTES);
    const blocks = content + extraBlocks(content);
    const file = { ...draft, size, start, blocks };
    start += blocks;
    return file;
  });
  return {
    files: new Map(files.map((file) => [file.inode, file])),
    placed: files.filter(({ blocks }) => blocks > 0),
    blocks: start,
    inodes,
  };
}

function sizeOf({ stats, entries, target }: Draft): number {
  if (stats.isDirectory()) return blocksOfEntries(entries).length * BLOCK_BYTES;
  if (stats.isSymbolicLink()) return target.length;
  return stats.isFile() ? Number(stats.size) : 0;
}

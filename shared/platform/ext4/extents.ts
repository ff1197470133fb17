import { corrupt } from './ext4-error.ts';
import type { Inode } from './inode.ts';
import { clipped, type Run } from './run.ts';
import type { Volume } from './volume.ts';

const MAGIC = 0xf30a;
const HEADER_BYTES = 12;
const ENTRY_BYTES = 12;
const MAX_DEPTH = 5;
/** A longer extent has space, but no content yet: it reads as zeros. */
const MAX_WRITTEN = 32_768;

interface Node {
  readonly depth: number;
  readonly entries: readonly Buffer[];
}

/** @throws Ext4Error */
export async function* extentRuns(volume: Volume, inode: Inode, from: number, to: number): AsyncGenerator<Run> {
  const root = nodeIn(inode.root, inode);
  if (root.depth > MAX_DEPTH) throw corrupt(`the map of inode ${inode.number} is too deep`);
  yield* runsBelow({ volume, inode, from, to }, root, { start: 0, end: Number.POSITIVE_INFINITY });
}

interface Walk {
  readonly volume: Volume;
  readonly inode: Inode;
  readonly from: number;
  readonly to: number;
}

/** The blocks of the file that a node may map. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** Each node has a smaller depth than the one above, and each entry begins after the one before: so it ends. */
async function* runsBelow(walk: Walk, { depth, entries }: Node, span: Span): AsyncGenerator<Run> {
  const { volume, inode, from, to } = walk;
  let next = span.start;
  for (const [index, entry] of entries.entries()) {
    const logical = entry.readUInt32LE(0);
    if (logical < next || logical >= span.end) throw corrupt(`the map of inode ${inode.number} is out of order`);
    if (logical >= to) return;
    if (depth === 0) {
      const { run, isWritten } = extentIn(entry);
      next = logical + run.count;
      const wanted = clipped(run, from, to);
      if (wanted && isWritten) yield wanted;
      continue;
    }
    const end = Math.min(span.end, entries[index + 1]?.readUInt32LE(0) ?? Number.POSITIVE_INFINITY);
    next = logical + 1;
    if (end <= from) continue;
    const child = nodeIn(await volume.blocks(wideNumber(entry, 4, 8), 1), inode);
    if (child.depth !== depth - 1) throw corrupt(`the map of inode ${inode.number} is not a tree`);
    yield* runsBelow(walk, child, { start: logical, end });
  }
}

function nodeIn(bytes: Buffer, { number }: Inode): Node {
  const count = bytes.readUInt16LE(2);
  if (bytes.readUInt16LE(0) !== MAGIC || HEADER_BYTES + count * ENTRY_BYTES > bytes.length) {
    throw corrupt(`inode ${number} has no map`);
  }
  const entries = Array.from({ length: count }, (_, index) => {
    const start = HEADER_BYTES + index * ENTRY_BYTES;
    return bytes.subarray(start, start + ENTRY_BYTES);
  });
  return { depth: bytes.readUInt16LE(6), entries };
}

function extentIn(entry: Buffer): { readonly run: Run; readonly isWritten: boolean } {
  const length = entry.readUInt16LE(4);
  const isWritten = length <= MAX_WRITTEN;
  const count = isWritten ? length : length - MAX_WRITTEN;
  return { run: { logical: entry.readUInt32LE(0), physical: wideNumber(entry, 8, 6), count }, isWritten };
}

/** A number of 48 bits. */
function wideNumber(entry: Buffer, low: number, high: number): number {
  return entry.readUInt32LE(low) + entry.readUInt16LE(high) * 2 ** 32;
}

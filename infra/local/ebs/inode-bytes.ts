import { BLOCK_BYTES, EXTENT_BLOCKS, extraBlocks, INODE_BYTES } from './layout.ts';
import { INLINE_TARGET_BYTES, type PlannedFile } from './tree-plan.ts';

const EXTENTS_FLAG = 0x8_0000;
const EXTENT_MAGIC = 0xf30a;
const EXTENT_BYTES = 12;
const NODE_ENTRIES = 340;
const EXTRA_BYTES = 32;
/** More names of a directory are not counted. */
const MOST_NAMES = 65_000;

/** @param data the first block with content */
export function inodeBytes(file: PlannedFile, data: number): Buffer {
  const { stats, size, names, blocks, target } = file;
  const bytes = Buffer.alloc(INODE_BYTES);
  bytes.writeUInt16LE(Number(stats.mode & 0xffffn), 0x0);
  bytes.writeUInt16LE(Number(stats.uid & 0xffffn), 0x2);
  bytes.writeUInt32LE(size % 2 ** 32, 0x4);
  bytes.writeUInt16LE(Number(stats.gid & 0xffffn), 0x18);
  bytes.writeUInt16LE(names >= MOST_NAMES ? 1 : names, 0x1a);
  bytes.writeUInt32LE((blocks * BLOCK_BYTES) / 512, 0x1c);
  bytes.writeUInt32LE(Math.floor(size / 2 ** 32), 0x6c);
  bytes.writeUInt16LE(Number(stats.uid >> 16n), 0x78);
  bytes.writeUInt16LE(Number(stats.gid >> 16n), 0x7a);
  bytes.writeUInt16LE(EXTRA_BYTES, 0x80);
  writeTime(bytes, stats.atimeNs, 0x8, 0x8c);
  writeTime(bytes, stats.ctimeNs, 0xc, 0x84);
  writeTime(bytes, stats.mtimeNs, 0x10, 0x88);
  writeTime(bytes, stats.birthtimeNs, 0x90, 0x94);
  const isInline = stats.isSymbolicLink() && size < INLINE_TARGET_BYTES;
  if (isInline) bytes.write(target, 0x28, 'latin1');
  else if (stats.isFile() || stats.isDirectory() || stats.isSymbolicLink()) {
    bytes.writeUInt32LE(EXTENTS_FLAG, 0x20);
    extentRoot(file, data).copy(bytes, 0x28);
  }
  return bytes;
}

const SECOND = 1_000_000_000n;

/** Two bits of the extra field extend the seconds; the others are nanoseconds. */
function writeTime(bytes: Buffer, time: bigint, offset: number, extraOffset: number): void {
  const nanoseconds = ((time % SECOND) + SECOND) % SECOND;
  const seconds = (time - nanoseconds) / SECOND;
  const low = BigInt.asIntN(32, seconds);
  bytes.writeInt32LE(Number(low), offset);
  const epoch = Number(((seconds - low) >> 32n) & 3n);
  bytes.writeUInt32LE(Number(nanoseconds) * 4 + epoch, extraOffset);
}

function extentRoot(file: PlannedFile, data: number): Buffer {
  if (!hasNode(file)) return node(extentsOf(file, data), 4, 0);
  const entry = Buffer.alloc(EXTENT_BYTES);
  // A large file begins with the block of its map.
  entry.writeUInt32LE(data + file.start, 4);
  return node([entry], 4, 1);
}

/** The block with the map of a large file. */
export function extentNode(file: PlannedFile, data: number): Buffer {
  return Buffer.concat([node(extentsOf(file, data), NODE_ENTRIES, 0)], BLOCK_BYTES);
}

/** Whether the map of a file needs a block. */
export function hasNode({ size, blocks }: PlannedFile): boolean {
  const content = Math.ceil(size / BLOCK_BYTES);
  return blocks > 0 && extraBlocks(content) > 0;
}

function extentsOf(file: PlannedFile, data: number): readonly Buffer[] {
  const extra = hasNode(file) ? 1 : 0;
  const count = file.blocks - extra;
  return Array.from({ length: Math.ceil(count / EXTENT_BLOCKS) }, (_, index) => {
    const entry = Buffer.alloc(EXTENT_BYTES);
    const logical = index * EXTENT_BLOCKS;
    entry.writeUInt32LE(logical, 0);
    entry.writeUInt16LE(Math.min(EXTENT_BLOCKS, count - logical), 4);
    entry.writeUInt32LE(data + file.start + extra + logical, 8);
    return entry;
  });
}

function node(entries: readonly Buffer[], most: number, depth: number): Buffer {
  const head = Buffer.alloc(EXTENT_BYTES);
  head.writeUInt16LE(EXTENT_MAGIC, 0);
  head.writeUInt16LE(entries.length, 2);
  head.writeUInt16LE(most, 4);
  head.writeUInt16LE(depth, 6);
  return Buffer.concat([head, ...entries]);
}

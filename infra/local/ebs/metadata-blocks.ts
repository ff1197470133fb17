import { BLOCK_BYTES, BLOCKS_PER_GROUP, DESCRIPTOR_BYTES, FIRST_INODE, INODE_BYTES, type Layout } from './layout.ts';

const SUPERBLOCK_OFFSET = 1024;

/** Features: no copies of the superblock; names with types, extents, metadata in one place; large files. */
const COMPATIBLE = 0x200;
const INCOMPATIBLE = 0x2 | 0x40 | 0x200;
const READ_ONLY_COMPATIBLE = 0x2 | 0x20 | 0x40;

const EXTRA_BYTES = 32;

/** What the image says about itself. */
export interface Facts {
  readonly layout: Layout;
  readonly inodes: number;
  /** The inodes of directories. */
  readonly directories: readonly number[];
  /** 16 bytes. */
  readonly id: Buffer;
}

/** The first block. */
export function superblock({ layout, inodes, id }: Facts): Buffer {
  const block = Buffer.alloc(BLOCK_BYTES);
  const bytes = block.subarray(SUPERBLOCK_OFFSET);
  const { blocks, groups, inodesPerGroup, end } = layout;
  const words: readonly (readonly [offset: number, value: number])[] = [
    [0x0, groups * inodesPerGroup],
    [0x4, blocks],
    [0xc, blocks - end],
    [0x10, groups * inodesPerGroup - inodes],
    [0x18, 2],
    [0x1c, 2],
    [0x20, BLOCKS_PER_GROUP],
    [0x24, BLOCKS_PER_GROUP],
    [0x28, inodesPerGroup],
    [0x4c, 1],
    [0x54, FIRST_INODE],
    [0x5c, COMPATIBLE],
    [0x60, INCOMPATIBLE],
    [0x64, READ_ONLY_COMPATIBLE],
  ];
  for (const [offset, value] of words) bytes.writeUInt32LE(value, offset);
  const shorts: readonly (readonly [offset: number, value: number])[] = [
    [0x36, 0xffff],
    [0x38, 0xef53],
    [0x3a, 1],
    [0x3c, 1],
    [0x58, INODE_BYTES],
    [0x15c, EXTRA_BYTES],
    [0x15e, EXTRA_BYTES],
  ];
  for (const [offset, value] of shorts) bytes.writeUInt16LE(value, offset);
  id.copy(bytes, 0x68, 0, 16);
  return block;
}

/** A block of group descriptors, counted from 0. */
export function descriptors(index: number, facts: Facts): Buffer {
  const block = Buffer.alloc(BLOCK_BYTES);
  const { layout, inodes, directories } = facts;
  const perBlock = BLOCK_BYTES / DESCRIPTOR_BYTES;
  for (let group = index * perBlock; group < Math.min(layout.groups, (index + 1) * perBlock); group += 1) {
    const bytes = block.subarray((group % perBlock) * DESCRIPTOR_BYTES);
    bytes.writeUInt32LE(layout.blockBitmaps + group, 0x0);
    bytes.writeUInt32LE(layout.inodeBitmaps + group, 0x4);
    bytes.writeUInt32LE(layout.inodeTables + group * layout.tableBlocks, 0x8);
    bytes.writeUInt16LE(BLOCKS_PER_GROUP - usedIn(group, BLOCKS_PER_GROUP, layout.end), 0xc);
    bytes.writeUInt16LE(layout.inodesPerGroup - usedIn(group, layout.inodesPerGroup, inodes), 0xe);
    const own = directories.filter((inode) => Math.floor((inode - 1) / layout.inodesPerGroup) === group);
    bytes.writeUInt16LE(own.length, 0x10);
  }
  return block;
}

export function blockBitmap(group: number, { layout }: Facts): Buffer {
  return bitmap(usedIn(group, BLOCKS_PER_GROUP, layout.end), BLOCKS_PER_GROUP);
}

export function inodeBitmap(group: number, { layout, inodes }: Facts): Buffer {
  return bitmap(usedIn(group, layout.inodesPerGroup, inodes), layout.inodesPerGroup);
}

/** Blocks and inodes are taken from the first on. */
function usedIn(group: number, perGroup: number, used: number): number {
  return Math.min(perGroup, Math.max(0, used - group * perGroup));
}

/** The first bits are set, and those beyond the group. */
function bitmap(used: number, count: number): Buffer {
  const bytes = Buffer.alloc(BLOCK_BYTES, 0xff);
  bytes.fill(0, Math.floor(used / 8), count / 8);
  if (used % 8 > 0) bytes.writeUInt8(2 ** (used % 8) - 1, Math.floor(used / 8));
  return bytes;
}

export const BLOCK_BYTES = 4096;
export const ROOT_INODE = 2;
/** The inodes before are reserved. */
export const FIRST_INODE = 11;
export const INODE_BYTES = 256;
export const INODES_PER_BLOCK = BLOCK_BYTES / INODE_BYTES;

/** As many as a bitmap of one block has bits. */
export const BLOCKS_PER_GROUP = 8 * BLOCK_BYTES;
export const DESCRIPTOR_BYTES = 32;

const GIBIBYTE = 1024 ** 3;
const BLOCKS_PER_GIBIBYTE = GIBIBYTE / BLOCK_BYTES;

/** The longest extent. */
export const EXTENT_BLOCKS = 32_768;
const EXTENTS_IN_INODE = 4;

/** The blocks of the map of a file: a large one has more extents than its inode has room for. */
export function extraBlocks(content: number): number {
  return Math.ceil(content / EXTENT_BLOCKS) > EXTENTS_IN_INODE ? 1 : 0;
}

/** Where the parts of an image are: all metadata comes first, then the content of the files. */
export interface Layout {
  readonly gibibytes: number;
  readonly blocks: number;
  readonly groups: number;
  readonly inodesPerGroup: number;
  readonly blockBitmaps: number;
  readonly inodeBitmaps: number;
  readonly inodeTables: number;
  readonly tableBlocks: number;
  /** The first block with content. */
  readonly data: number;
  /** The first block that is free. */
  readonly end: number;
}

/** A volume that is too small for its files, as folders have no size, gets larger. */
export function layoutFor(gibibytes: number, needed: { readonly blocks: number; readonly inodes: number }): Layout {
  const blocks = gibibytes * BLOCKS_PER_GIBIBYTE;
  const groups = blocks / BLOCKS_PER_GROUP;
  const inodesPerGroup = Math.ceil(needed.inodes / groups / INODES_PER_BLOCK) * INODES_PER_BLOCK;
  const tableBlocks = inodesPerGroup / INODES_PER_BLOCK;
  const blockBitmaps = 1 + Math.ceil((groups * DESCRIPTOR_BYTES) / BLOCK_BYTES);
  const inodeBitmaps = blockBitmaps + groups;
  const inodeTables = inodeBitmaps + groups;
  const data = inodeTables + groups * tableBlocks;
  const end = data + needed.blocks;
  if (end > blocks) return layoutFor(gibibytes + Math.ceil((end - blocks) / BLOCKS_PER_GIBIBYTE), needed);
  return { gibibytes, blocks, groups, inodesPerGroup, blockBitmaps, inodeBitmaps, inodeTables, tableBlocks, data, end };
}

import { corrupt } from './ext4-error.ts';
import type { Superblock } from './superblock.ts';
import type { Volume } from './volume.ts';

/** The first block of the inodes of a group. @throws Ext4Error */
export async function inodeTableOf(volume: Volume, superblock: Superblock, group: number): Promise<number> {
  const { blockSize, descriptorSize, blocksCount } = superblock;
  const perBlock = blockSize / descriptorSize;
  const block = descriptorBlock(superblock, Math.floor(group / perBlock), perBlock);
  const bytes = await volume.bytes(block * blockSize + (group % perBlock) * descriptorSize, descriptorSize);
  const high = descriptorSize >= 64 ? bytes.readUInt32LE(0x28) : 0;
  const table = bytes.readUInt32LE(0x8) + high * 2 ** 32;
  if (table === 0 || table >= blocksCount) throw corrupt(`group ${group} has no inodes`);
  return table;
}

/** Where a block of descriptors is: after the superblock, or in the first group of its meta group. */
function descriptorBlock(superblock: Superblock, index: number, perBlock: number): number {
  const { blockSize, firstDataBlock, blocksPerGroup, firstMetaGroup } = superblock;
  const superblockBlock = blockSize === 1024 ? 1 : 0;
  if (index < firstMetaGroup) return superblockBlock + 1 + index;
  const group = index * perBlock;
  if (group === 0) return superblockBlock + 1;
  return firstDataBlock + group * blocksPerGroup + (hasBackup(superblock, group) ? 1 : 0);
}

/** Whether a group begins with a copy of the superblock. */
function hasBackup({ backups }: Superblock, group: number): boolean {
  if (backups === 'all' || group === 0) return true;
  if (backups !== 'sparse') return backups.includes(group);
  return group === 1 || [3, 5, 7].some((base) => isPowerOf(base, group));
}

function isPowerOf(base: number, value: number): boolean {
  let power = base;
  while (power < value) power *= base;
  return power === value;
}

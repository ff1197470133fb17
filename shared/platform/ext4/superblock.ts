import { corrupt, Ext4Error, unsupported } from './ext4-error.ts';

/** The superblock begins here, whatever the block size. */
export const SUPERBLOCK_OFFSET = 1024;
export const SUPERBLOCK_BYTES = 1024;

const MAGIC = 0xef53;

/** Features without which a file system must not be read, by their bit. */
const FILE_TYPE = 0x2;
const RECOVER = 0x4;
const META_BG = 0x10;
const EXTENTS = 0x40;
const WIDE = 0x80;
const MULTIPLE_MOUNT = 0x100;
const FLEX_BG = 0x200;
const EA_INODE = 0x400;
const CHECKSUM_SEED = 0x2000;
const LARGE_DIRECTORIES = 0x4000;
const INLINE_DATA = 0x8000;
/** Only single inodes are encrypted, which are refused when they are read. */
const ENCRYPTION = 0x1_0000;
/** Concerns the lookup by hash only, which this reader does without. */
const CASE_FOLDING = 0x2_0000;
const KNOWN =
  FILE_TYPE |
  RECOVER |
  META_BG |
  EXTENTS |
  WIDE |
  MULTIPLE_MOUNT |
  FLEX_BG |
  EA_INODE |
  CHECKSUM_SEED |
  LARGE_DIRECTORIES |
  INLINE_DATA |
  ENCRYPTION |
  CASE_FOLDING;
const HAS_JOURNAL = 0x4;
const SPARSE_BACKUPS_2 = 0x200;
const SPARSE_BACKUPS = 0x1;

export interface Superblock {
  readonly blockSize: number;
  readonly blocksCount: number;
  readonly inodesCount: number;
  readonly firstDataBlock: number;
  readonly blocksPerGroup: number;
  readonly inodesPerGroup: number;
  readonly inodeSize: number;
  readonly descriptorSize: number;
  readonly hasFileTypes: boolean;
  readonly hasLargeDirectories: boolean;
  /** Whether the journal has changes that are not in place yet. */
  readonly needsRecovery: boolean;
  /** The inode of the journal; 0 without one, or when it is on another device. */
  readonly journalInode: number;
  /** The first meta group whose descriptors are in its own groups. */
  readonly firstMetaGroup: number;
  readonly backups: 'all' | 'sparse' | readonly number[];
}

/** @throws Ext4Error `not_ext4`, `unsupported`, `corrupt` */
export function readSuperblock(bytes: Buffer): Superblock {
  if (bytes.length < SUPERBLOCK_BYTES || bytes.readUInt16LE(0x38) !== MAGIC) {
    throw new Ext4Error('not_ext4', 'The volume has no ext4 file system.');
  }
  const compatible = bytes.readUInt32LE(0x5c);
  const incompatible = bytes.readUInt32LE(0x60);
  const readOnlyCompatible = bytes.readUInt32LE(0x64);
  const unknown = (incompatible & ~KNOWN) >>> 0;
  if (unknown !== 0) throw unsupported(`the feature 0x${unknown.toString(16)}`);
  const isOld = bytes.readUInt32LE(0x4c) === 0;
  const isWide = (incompatible & WIDE) !== 0;
  const hasJournal = (compatible & HAS_JOURNAL) !== 0;
  const superblock: Superblock = {
    blockSize: blockSizeOf(bytes.readUInt32LE(0x18)),
    blocksCount: bytes.readUInt32LE(0x4) + (isWide ? bytes.readUInt32LE(0x150) * 2 ** 32 : 0),
    inodesCount: bytes.readUInt32LE(0x0),
    firstDataBlock: bytes.readUInt32LE(0x14),
    blocksPerGroup: bytes.readUInt32LE(0x20),
    inodesPerGroup: bytes.readUInt32LE(0x28),
    inodeSize: isOld ? 128 : bytes.readUInt16LE(0x58),
    descriptorSize: isWide ? bytes.readUInt16LE(0xfe) : 32,
    hasFileTypes: (incompatible & FILE_TYPE) !== 0,
    hasLargeDirectories: (incompatible & LARGE_DIRECTORIES) !== 0,
    needsRecovery: hasJournal && (incompatible & RECOVER) !== 0,
    journalInode: hasJournal ? bytes.readUInt32LE(0xe0) : 0,
    firstMetaGroup: (incompatible & META_BG) === 0 ? Number.POSITIVE_INFINITY : bytes.readUInt32LE(0x104),
    backups: backupsOf(bytes, compatible, readOnlyCompatible),
  };
  requireSound(superblock);
  return superblock;
}

function blockSizeOf(log: number): number {
  if (log > 6) throw corrupt('its block size is too large');
  return 1024 * 2 ** log;
}

function backupsOf(bytes: Buffer, compatible: number, readOnlyCompatible: number): Superblock['backups'] {
  if ((compatible & SPARSE_BACKUPS_2) !== 0) return [0, bytes.readUInt32LE(0x24c), bytes.readUInt32LE(0x250)];
  return (readOnlyCompatible & SPARSE_BACKUPS) !== 0 ? 'sparse' : 'all';
}

/** What the arithmetic of the reader rests on. */
function requireSound(superblock: Superblock): void {
  const { blockSize, blocksCount, inodesCount, firstDataBlock, blocksPerGroup, inodesPerGroup } = superblock;
  const { inodeSize, descriptorSize } = superblock;
  if (blocksCount <= firstDataBlock || firstDataBlock > 1) throw corrupt('it has no blocks');
  if (!Number.isSafeInteger(blocksCount * blockSize)) throw corrupt('it is larger than any device');
  if (blocksPerGroup < 8 || inodesPerGroup < 1 || inodesCount < 11) throw corrupt('its groups are empty');
  if (!isPowerOfTwo(inodeSize) || inodeSize < 128 || inodeSize > blockSize) throw corrupt('its inodes have no size');
  if (!isPowerOfTwo(descriptorSize) || descriptorSize < 32 || descriptorSize > blockSize) {
    throw corrupt('its group descriptors have no size');
  }
}

function isPowerOfTwo(value: number): boolean {
  return value > 0 && (value & (value - 1)) === 0;
}

import { corrupt } from './ext4-error.ts';
import { inodeTableOf } from './groups.ts';
import type { Superblock } from './superblock.ts';
import type { Volume } from './volume.ts';

export type FileType = 'file' | 'directory' | 'symlink' | 'other';

const types: Readonly<Record<number, FileType>> = { 8: 'file', 4: 'directory', 10: 'symlink' };

const EXTENTS = 0x8_0000;
const ENCRYPTED = 0x800;
const INLINE_DATA = 0x1000_0000;

export interface Inode {
  readonly number: number;
  readonly type: FileType;
  /** Permissions, with the bits for set-user-id, set-group-id and sticky. */
  readonly mode: number;
  readonly size: number;
  readonly links: number;
  readonly modifiedAt: FileTime;
  /** When the content or anything of the inode changed. */
  readonly changedAt: FileTime;
  readonly generation: number;
  readonly isEncrypted: boolean;
  readonly hasExtents: boolean;
  readonly hasInlineData: boolean;
  /** 60 bytes: the root of the map of blocks, or the content itself. */
  readonly root: Buffer;
  /** The extended attributes in the inode; empty without any. */
  readonly attributes: Buffer;
}

export interface FileTime {
  readonly seconds: number;
  readonly nanoseconds: number;
}

const OLD_BYTES = 128;

/** @throws Ext4Error */
export async function readInode(volume: Volume, superblock: Superblock, number: number): Promise<Inode> {
  const { inodesCount, inodesPerGroup, inodeSize, blockSize } = superblock;
  if (number < 1 || number > inodesCount) throw corrupt(`inode ${number} does not exist`);
  const table = await inodeTableOf(volume, superblock, Math.floor((number - 1) / inodesPerGroup));
  const offset = table * blockSize + ((number - 1) % inodesPerGroup) * inodeSize;
  return inodeIn(await volume.bytes(offset, inodeSize), number, superblock);
}

function inodeIn(bytes: Buffer, number: number, { hasLargeDirectories }: Superblock): Inode {
  const mode = bytes.readUInt16LE(0x0);
  const links = bytes.readUInt16LE(0x1a);
  if (mode === 0) throw corrupt(`inode ${number} is not in use`);
  const type = types[mode >> 12] ?? 'other';
  const flags = bytes.readUInt32LE(0x20);
  const isLarge = type === 'file' || (type === 'directory' && hasLargeDirectories);
  const size = bytes.readUInt32LE(0x4) + (isLarge ? bytes.readUInt32LE(0x6c) * 2 ** 32 : 0);
  if (!Number.isSafeInteger(size)) throw corrupt(`inode ${number} is too large`);
  const extra = bytes.length > OLD_BYTES ? bytes.readUInt16LE(0x80) : 0;
  if (extra % 4 !== 0 || OLD_BYTES + extra > bytes.length) throw corrupt(`inode ${number} has no size`);
  return {
    number,
    type,
    mode: mode & 0o7777,
    size,
    links,
    changedAt: timeAt(bytes, 0xc, extra >= 8 ? 0x84 : undefined),
    modifiedAt: timeAt(bytes, 0x10, extra >= 12 ? 0x88 : undefined),
    generation: bytes.readUInt32LE(0x64),
    isEncrypted: (flags & ENCRYPTED) !== 0,
    hasExtents: (flags & EXTENTS) !== 0,
    hasInlineData: (flags & INLINE_DATA) !== 0,
    root: Buffer.from(bytes.subarray(0x28, 0x28 + 60)),
    attributes: Buffer.from(extra === 0 ? [] : bytes.subarray(OLD_BYTES + extra)),
  };
}

/** Two bits of the extra field extend the seconds beyond 2038; the others are nanoseconds. */
function timeAt(bytes: Buffer, offset: number, extraOffset: number | undefined): FileTime {
  const seconds = bytes.readInt32LE(offset);
  if (extraOffset === undefined) return { seconds, nanoseconds: 0 };
  const extra = bytes.readUInt32LE(extraOffset);
  return { seconds: seconds + (extra & 3) * 2 ** 32, nanoseconds: Math.min(extra >>> 2, 999_999_999) };
}

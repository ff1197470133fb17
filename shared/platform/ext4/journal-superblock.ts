import { corrupt, unsupported } from './ext4-error.ts';

export const JOURNAL_MAGIC = 0xc03b_3998;

const BLOCK_V1 = 3;
const BLOCK_V2 = 4;

const REVOKE = 0x1;
const WIDE = 0x2;
const ASYNC_COMMIT = 0x4;
const CHECKSUM_V2 = 0x8;
const CHECKSUM_V3 = 0x10;
const FAST_COMMIT = 0x20;
const KNOWN = REVOKE | WIDE | ASYNC_COMMIT | CHECKSUM_V2 | CHECKSUM_V3 | FAST_COMMIT;

const CRC32C = 4;
const DEFAULT_FAST_BLOCKS = 256;

export interface JournalSuperblock {
  /** The number of blocks of the journal, this one included. */
  readonly length: number;
  /** The first block of the log, to which it wraps around. */
  readonly first: number;
  /** The block after the log; those of fast commits follow. */
  readonly end: number;
  /** The number of the first transaction that is not in place. */
  readonly sequence: number;
  /** The block where it begins; 0 when all are in place. */
  readonly start: number;
  readonly uuid: Buffer;
  readonly isWide: boolean;
  readonly checksums: 'none' | 'v2' | 'v3';
  readonly hasFastCommits: boolean;
}

/** @throws Ext4Error `corrupt`, `unsupported` */
export function readJournalSuperblock(bytes: Buffer, blockSize: number): JournalSuperblock {
  const kind = bytes.readUInt32BE(0x4);
  if (bytes.readUInt32BE(0) !== JOURNAL_MAGIC || (kind !== BLOCK_V1 && kind !== BLOCK_V2)) {
    throw corrupt('it has no journal');
  }
  const features = kind === BLOCK_V1 ? 0 : bytes.readUInt32BE(0x28);
  const unknown = (features & ~KNOWN) >>> 0;
  if (unknown !== 0) throw unsupported(`the feature 0x${unknown.toString(16)} of the journal`);
  const hasFastCommits = (features & FAST_COMMIT) !== 0;
  const length = bytes.readUInt32BE(0x10);
  const superblock: JournalSuperblock = {
    length,
    first: bytes.readUInt32BE(0x14),
    end: length - (hasFastCommits ? bytes.readUInt32BE(0x54) || DEFAULT_FAST_BLOCKS : 0),
    sequence: bytes.readUInt32BE(0x18),
    start: bytes.readUInt32BE(0x1c),
    uuid: Buffer.from(bytes.subarray(0x30, 0x40)),
    isWide: (features & WIDE) !== 0,
    checksums: checksumsOf(features),
    hasFastCommits,
  };
  const { first, end, start, checksums } = superblock;
  if (bytes.readUInt32BE(0xc) !== blockSize || first < 1 || first >= end) throw corrupt('its journal has no size');
  if (start !== 0 && (start < first || start >= end)) throw corrupt('its journal has no start');
  if (checksums !== 'none' && bytes.readUInt8(0x50) !== CRC32C) throw unsupported('other checksums in its journal');
  // Without checksums, a commit that was written too early cannot be told from a complete one.
  if (checksums === 'none' && (features & ASYNC_COMMIT) !== 0) throw unsupported('early commits without checksums');
  return superblock;
}

function checksumsOf(features: number): JournalSuperblock['checksums'] {
  if ((features & CHECKSUM_V3) !== 0) return 'v3';
  return (features & CHECKSUM_V2) !== 0 ? 'v2' : 'none';
}

import { corrupt } from './ext4-error.ts';
import type { JournalSuperblock } from './journal-superblock.ts';

/** The head of each block of the log that is no copy of another block. */
const HEAD_BYTES = 12;
/** The checksum at the end of descriptors and revocations. */
const TAIL_BYTES = 4;
const UUID_BYTES = 16;

const ESCAPED = 0x1;
const SAME_UUID = 0x2;
const LAST = 0x8;

/** A block of the file system, whose copy follows the descriptor. */
export interface Tag {
  readonly block: number;
  /** Whether the copy began like a block of the log, and has zeros there instead. */
  readonly isEscaped: boolean;
  /** Undefined without checksums. */
  readonly checksum: number | undefined;
}

type Form = Pick<JournalSuperblock, 'isWide' | 'checksums'>;

/** The blocks that a descriptor announces, in the order of their copies. @throws Ext4Error */
export function tagsIn(descriptor: Buffer, form: Form): readonly Tag[] {
  const tags: Tag[] = [];
  const size = tagBytes(form);
  const end = descriptor.length - (form.checksums === 'none' ? 0 : TAIL_BYTES);
  let offset = HEAD_BYTES;
  while (offset + size <= end) {
    const { flags, ...tag } =
      form.checksums === 'v3' ? tagOfV3(descriptor, offset) : olderTag(descriptor, offset, form);
    tags.push(tag);
    if ((flags & LAST) !== 0) return tags;
    offset += size + ((flags & SAME_UUID) === 0 ? UUID_BYTES : 0);
  }
  return tags;
}

function tagBytes({ isWide, checksums }: Form): number {
  if (checksums === 'v3') return 16;
  return (isWide ? 12 : 8) + (checksums === 'v2' ? 2 : 0);
}

type FlaggedTag = Tag & { readonly flags: number };

function tagOfV3(bytes: Buffer, offset: number): FlaggedTag {
  const flags = bytes.readUInt32BE(offset + 4);
  const block = bytes.readUInt32BE(offset) + bytes.readUInt32BE(offset + 8) * 2 ** 32;
  return { block, flags, isEscaped: (flags & ESCAPED) !== 0, checksum: bytes.readUInt32BE(offset + 12) };
}

function olderTag(bytes: Buffer, offset: number, { isWide, checksums }: Form): FlaggedTag {
  const flags = bytes.readUInt16BE(offset + 6);
  const block = bytes.readUInt32BE(offset) + (isWide ? bytes.readUInt32BE(offset + 8) * 2 ** 32 : 0);
  const checksum = checksums === 'v2' ? bytes.readUInt16BE(offset + 4) : undefined;
  return { block, flags, isEscaped: (flags & ESCAPED) !== 0, checksum };
}

/** The blocks whose older copies must not be applied. @throws Ext4Error */
export function revokedIn(bytes: Buffer, { isWide, checksums }: Form): readonly number[] {
  const size = isWide ? 8 : 4;
  const end = bytes.readUInt32BE(HEAD_BYTES);
  if (end > bytes.length - (checksums === 'none' ? 0 : TAIL_BYTES)) throw corrupt('its journal revokes too much');
  const revoked: number[] = [];
  for (let offset = HEAD_BYTES + 4; offset + size <= end; offset += size) {
    const number = isWide
      ? bytes.readUInt32BE(offset) * 2 ** 32 + bytes.readUInt32BE(offset + 4)
      : bytes.readUInt32BE(offset);
    revoked.push(number);
  }
  return revoked;
}

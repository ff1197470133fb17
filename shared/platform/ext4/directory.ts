import { contentOf } from './content.ts';
import { corrupt, Ext4Error, unsupported } from './ext4-error.ts';
import { inlineData } from './inline-data.ts';
import type { Inode } from './inode.ts';
import type { Volume } from './volume.ts';

export interface DirectoryEntry {
  /** One character for each byte. */
  readonly name: string;
  readonly inode: number;
}

/** No directory of a million entries is as large. */
const MAX_DIRECTORY_BYTES = 64 * 1024 * 1024;
const HEAD_BYTES = 8;
/** An inline directory begins with the inode of its parent, and has no entries for itself and its parent. */
const INLINE_HEAD_BYTES = 4;
const INLINE_ROOT_BYTES = 60;

/**
 * The entries of a directory in the order of the device, without `.` and `..`. The inner blocks of a hash tree have the
 * form of blocks without entries, so that every directory can be read as a list. @throws Ext4Error
 */
export async function* entriesOf(volume: Volume, directory: Inode): AsyncGenerator<DirectoryEntry> {
  const { budget, blockSize } = volume;
  if (directory.isEncrypted) throw unsupported('encryption');
  for await (const block of blocksOf(volume, directory, blockSize)) {
    const entries = [...entriesIn(block, directory)];
    budget.spendEntries(entries.length);
    yield* entries;
  }
}

async function* blocksOf(volume: Volume, directory: Inode, blockSize: number): AsyncGenerator<Buffer> {
  const { size, number } = directory;
  if (directory.hasInlineData) {
    const content = inlineData(directory);
    yield content.subarray(INLINE_HEAD_BYTES, INLINE_ROOT_BYTES);
    if (content.length > INLINE_ROOT_BYTES) yield content.subarray(INLINE_ROOT_BYTES);
    return;
  }
  if (size % blockSize !== 0) throw corrupt(`directory ${number} has no whole blocks`);
  if (size > MAX_DIRECTORY_BYTES) throw new Ext4Error('too_large', `A directory has ${size} bytes.`);
  for await (const piece of contentOf(volume, directory, 0, size)) {
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.length);
    for (let start = 0; start < bytes.length; start += blockSize) {
      const block = bytes.subarray(start, start + blockSize);
      // A hole has no entries.
      if (block.readUInt16LE(4) !== 0) yield block;
    }
  }
}

function* entriesIn(block: Buffer, { number }: Inode): Generator<DirectoryEntry> {
  let offset = 0;
  while (offset + HEAD_BYTES <= block.length) {
    const inode = block.readUInt32LE(offset);
    const length = recordLength(block, offset);
    const nameLength = block.readUInt8(offset + 6);
    const end = offset + HEAD_BYTES + nameLength;
    if (length < HEAD_BYTES || length % 4 !== 0 || offset + length > block.length || end > offset + length) {
      throw corrupt(`directory ${number} has a wrong entry`);
    }
    const name = block.toString('latin1', offset + HEAD_BYTES, end);
    if (inode !== 0 && name !== '.' && name !== '..') {
      if (name === '' || /[/\0]/.test(name)) throw corrupt(`directory ${number} has a wrong name`);
      yield { name, inode };
    }
    offset += length;
  }
}

/** The length of a whole block of 64 KiB does not fit the field. */
function recordLength(block: Buffer, offset: number): number {
  const length = block.readUInt16LE(offset + 4);
  return length === 65_535 ? 65_536 : length;
}

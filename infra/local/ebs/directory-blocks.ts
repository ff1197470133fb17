import { BLOCK_BYTES } from './layout.ts';

/** A name in a directory, one character for each byte. */
export interface NamedEntry {
  readonly name: string;
  readonly inode: number;
  readonly mode: bigint;
}

const HEAD_BYTES = 8;

/** Kinds of files in directories, by the highest four bits of their modes. */
const kinds: Readonly<Record<number, number>> = { 8: 1, 4: 2, 2: 3, 6: 4, 1: 5, 12: 6, 10: 7 };

/** The entries of each block of a directory. */
export function blocksOfEntries(entries: readonly NamedEntry[]): readonly (readonly NamedEntry[])[] {
  const blocks: NamedEntry[][] = [];
  let left = 0;
  for (const entry of entries) {
    const bytes = bytesOf(entry);
    if (bytes > left) {
      blocks.push([]);
      left = BLOCK_BYTES;
    }
    blocks.at(-1)?.push(entry);
    left -= bytes;
  }
  return blocks;
}

/** The last entry takes the rest of the block. */
export function directoryBlock(entries: readonly NamedEntry[]): Buffer {
  const block = Buffer.alloc(BLOCK_BYTES);
  let offset = 0;
  for (const [index, entry] of entries.entries()) {
    const { name, inode, mode } = entry;
    const length = index === entries.length - 1 ? BLOCK_BYTES - offset : bytesOf(entry);
    block.writeUInt32LE(inode, offset);
    block.writeUInt16LE(length, offset + 4);
    block.writeUInt8(name.length, offset + 6);
    block.writeUInt8(kinds[Number(mode >> 12n)] ?? 0, offset + 7);
    block.write(name, offset + HEAD_BYTES, 'latin1');
    offset += length;
  }
  return block;
}

function bytesOf({ name }: NamedEntry): number {
  return HEAD_BYTES + 4 * Math.ceil(name.length / 4);
}

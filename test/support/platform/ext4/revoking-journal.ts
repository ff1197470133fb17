import type { BlockSource } from '../../../../shared/platform/ext4/block-source.ts';

const BLOCK = 65_536;
const JOURNAL_MAGIC = 0xc03b_3998;
const JOURNAL = { inode: 8, first: 16, length: 2400 };
const INODE_BYTES = 256;

/**
 * A file system of which only the journal matters: it has nothing but lists of revoked blocks, of one transaction that
 * never ends. Its blocks are made when they are read.
 */
export function revokingJournal(): { readonly source: BlockSource; readonly reads: () => number } {
  let reads = 0;
  const read = async (offset: number, length: number) => {
    reads += 1;
    const first = Math.floor(offset / BLOCK);
    const last = Math.floor((offset + length - 1) / BLOCK);
    const blocks = Array.from({ length: last - first + 1 }, (_, index) => blockAt(first + index));
    return Buffer.concat(blocks).subarray(offset - first * BLOCK, offset - first * BLOCK + length);
  };
  return { source: { read }, reads: () => reads };
}

function blockAt(number: number): Buffer {
  const bytes = Buffer.alloc(BLOCK);
  if (number === 0) superblock().copy(bytes, 1024);
  // The inodes of the only group.
  else if (number === 1) bytes.writeUInt32LE(2, 8);
  else if (number === 2) journalInode().copy(bytes, (JOURNAL.inode - 1) * INODE_BYTES);
  else if (number === JOURNAL.first) journalSuperblock().copy(bytes);
  else if (number > JOURNAL.first && number < JOURNAL.first + JOURNAL.length) revocations(number).copy(bytes);
  return bytes;
}

function superblock(): Buffer {
  const bytes = Buffer.alloc(1024);
  const fields = {
    0: 1000,
    4: 2 ** 20,
    24: 6,
    32: 2 ** 19,
    40: 1000,
    76: 1,
    92: 0x4,
    96: 0x2 | 0x4 | 0x40,
    224: JOURNAL.inode,
  };
  for (const [offset, value] of Object.entries(fields)) bytes.writeUInt32LE(value, Number(offset));
  bytes.writeUInt16LE(0xef53, 56);
  bytes.writeUInt16LE(INODE_BYTES, 88);
  return bytes;
}

function journalInode(): Buffer {
  const bytes = Buffer.alloc(INODE_BYTES);
  bytes.writeUInt16LE(0x8180, 0);
  bytes.writeUInt32LE(JOURNAL.length * BLOCK, 4);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt32LE(0x8_0000, 32);
  // One extent.
  bytes.writeUInt16LE(0xf30a, 40);
  bytes.writeUInt16LE(1, 42);
  bytes.writeUInt16LE(JOURNAL.length, 56);
  bytes.writeUInt32LE(JOURNAL.first, 60);
  return bytes;
}

function journalSuperblock(): Buffer {
  const bytes = Buffer.alloc(1024);
  const fields = { 0: JOURNAL_MAGIC, 4: 4, 12: BLOCK, 16: JOURNAL.length, 20: 1, 24: 1, 28: 1, 40: 1 };
  for (const [offset, value] of Object.entries(fields)) bytes.writeUInt32BE(value, Number(offset));
  return bytes;
}

function revocations(block: number): Buffer {
  const bytes = Buffer.alloc(BLOCK);
  const head = [JOURNAL_MAGIC, 5, 1, BLOCK];
  for (const [index, value] of head.entries()) bytes.writeUInt32BE(value, index * 4);
  for (let offset = 16; offset < BLOCK; offset += 4) bytes.writeUInt32BE(block * BLOCK + offset, offset);
  return bytes;
}

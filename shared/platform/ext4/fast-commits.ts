import type { JournalBlocks } from './journal-blocks.ts';
import type { JournalSuperblock } from './journal-superblock.ts';

const HEAD_TAG = 0x0a;
const TRANSACTION_OFFSET = 8;

/**
 * Whether changes were committed fast after the last transaction. They are no copies of blocks, but changes of inodes
 * and names, which this reader does not repeat. @throws Ext4Error
 */
export async function hasFastCommit(
  blocks: JournalBlocks,
  { end, length }: JournalSuperblock,
  nextSequence: number,
): Promise<boolean> {
  if (end >= length) return false;
  const bytes = await blocks.read(end);
  // The area begins with a head that names the transaction which the changes belong to.
  return bytes.readUInt16LE(0) === HEAD_TAG && bytes.readUInt32LE(TRANSACTION_OFFSET) === nextSequence;
}

import { corrupt, unsupported } from './ext4-error.ts';
import { hasFastCommit } from './fast-commits.ts';
import { JournalBlocks } from './journal-blocks.ts';
import { JOURNAL_MAGIC, readJournalSuperblock } from './journal-superblock.ts';
import { LogChecksums } from './log-checksums.ts';
import type { Tag } from './log-records.ts';
import { type Copy, scanLog } from './scan-log.ts';
import type { Superblock } from './superblock.ts';
import type { JournalledBlock, Volume } from './volume.ts';

/**
 * The newest copies of blocks in the journal: what a mount would write in place after a crash. They are read and
 * checked only when they are needed, as a snapshot never changes. @throws Ext4Error
 */
export async function replayJournal(
  volume: Volume,
  superblock: Superblock,
): Promise<ReadonlyMap<number, JournalledBlock>> {
  if (superblock.journalInode === 0) throw unsupported('a journal on another device');
  const blocks = await JournalBlocks.open(volume, superblock);
  const journal = readJournalSuperblock(await blocks.read(0), volume.blockSize);
  if (journal.start === 0) return new Map();
  const checksums = new LogChecksums(journal);
  const { copies, revoked, nextSequence } = await scanLog({
    blocks,
    journal,
    checksums,
    blocksCount: volume.blocksCount,
  });
  if (journal.hasFastCommits && (await hasFastCommit(blocks, journal, nextSequence))) throw unsupported('fast commits');
  const newest = new Map<number, JournalledBlock>();
  for (const copy of copies) {
    const last = revoked.get(copy.tag.block);
    if (last !== undefined && !isAfter(copy.sequence, last)) continue;
    newest.set(copy.tag.block, { read: () => contentOf(copy) });
  }
  return newest;

  async function contentOf({ tag, sequence, place }: Copy): Promise<Buffer> {
    const bytes = await blocks.read(place);
    if (!checksums.isCopy(bytes, sequence, tag)) throw corrupt(`its journal has a wrong copy of block ${tag.block}`);
    return unescaped(bytes, tag);
  }
}

function unescaped(bytes: Buffer, { isEscaped }: Tag): Buffer {
  if (isEscaped) bytes.writeUInt32BE(JOURNAL_MAGIC, 0);
  return bytes;
}

/** Numbers of transactions wrap around. */
function isAfter(sequence: number, other: number): boolean {
  return ((sequence - other) | 0) > 0;
}

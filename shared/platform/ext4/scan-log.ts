import { corrupt, Ext4Error } from './ext4-error.ts';
import type { JournalBlocks } from './journal-blocks.ts';
import { JOURNAL_MAGIC, type JournalSuperblock } from './journal-superblock.ts';
import type { LogChecksums } from './log-checksums.ts';
import { revokedIn, type Tag, tagsIn } from './log-records.ts';

const DESCRIPTOR = 1;
const COMMIT = 2;
const REVOCATION = 5;

/** A copy of a block in a transaction that was committed. */
export interface Copy {
  readonly tag: Tag;
  readonly sequence: number;
  /** The block of the journal with the copy. */
  readonly place: number;
}

interface Log {
  /** In the order in which they were written. */
  readonly copies: readonly Copy[];
  /** The last transaction that revoked each block. */
  readonly revoked: ReadonlyMap<number, number>;
  /** The transaction that was not committed any more. */
  readonly nextSequence: number;
}

interface Parts {
  readonly blocks: JournalBlocks;
  readonly journal: JournalSuperblock;
  readonly checksums: LogChecksums;
  /** Of the file system. */
  readonly blocksCount: number;
}

/** No journal of the default size has as many. */
const MAX_COPIES = 1_000_000;

/** Neither does a crash leave as many. A block of the log has thousands, so that reads alone do not bound them. */
const MAX_REVOKED = 1_000_000;

/**
 * Reads the transactions from the start of the log to the first that was not committed. Each block of the log is passed
 * once, so it ends. @throws Ext4Error
 */
export async function scanLog({ blocks, journal, checksums, blocksCount }: Parts): Promise<Log> {
  const copies: Copy[] = [];
  const revoked = new Map<number, number>();
  let { sequence, start: place } = journal;
  /** Of the transaction that is being read. */
  let open: Copy[] = [];
  let openRevoked: number[] = [];
  let revocations = 0;
  for (let passed = 0; passed < journal.end - journal.first; ) {
    const bytes = await blocks.read(place);
    if (bytes.readUInt32BE(0) !== JOURNAL_MAGIC || bytes.readUInt32BE(8) !== sequence) break;
    const kind = bytes.readUInt32BE(4);
    passed += 1;
    place = after(place, 1, journal);
    if (kind === DESCRIPTOR) {
      if (!checksums.isWhole(bytes)) break;
      const tags = tagsIn(bytes, journal);
      for (const [index, tag] of tags.entries()) {
        if (tag.block >= blocksCount) throw corrupt('its journal has a block beyond its end');
        open.push({ tag, sequence, place: after(place, index, journal) });
      }
      if (copies.length + open.length > MAX_COPIES)
        throw new Ext4Error('too_large', 'The journal has too many blocks.');
      passed += tags.length;
      place = after(place, tags.length, journal);
    } else if (kind === REVOCATION) {
      if (!checksums.isWhole(bytes)) break;
      const more = revokedIn(bytes, journal);
      revocations += more.length;
      if (revocations > MAX_REVOKED) throw new Ext4Error('too_large', 'The journal revokes too many blocks.');
      openRevoked.push(...more);
    } else if (kind === COMMIT) {
      if (!checksums.isWholeCommit(bytes)) break;
      for (const copy of open) copies.push(copy);
      for (const block of openRevoked) revoked.set(block, sequence);
      open = [];
      openRevoked = [];
      sequence = (sequence + 1) >>> 0;
    } else break;
  }
  return { copies, revoked, nextSequence: sequence };
}

/** A place in the log, which wraps around. */
function after(place: number, count: number, { first, end }: JournalSuperblock): number {
  return first + ((place - first + count) % (end - first));
}

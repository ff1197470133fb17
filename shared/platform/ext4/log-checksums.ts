import { crc32c } from './crc32c.ts';
import type { JournalSuperblock } from './journal-superblock.ts';
import type { Tag } from './log-records.ts';

const ALL_ONES = 0xffff_ffff;
const ZEROS = Buffer.alloc(4);
const COMMIT_CHECKSUM = 16;

/** The checksums of the blocks of a log. Without checksums, everything is right. */
export class LogChecksums {
  readonly #form: JournalSuperblock['checksums'];
  readonly #seed: number;

  constructor({ checksums, uuid }: JournalSuperblock) {
    this.#form = checksums;
    this.#seed = crc32c(ALL_ONES, uuid);
  }

  /** Of a descriptor or a list of revocations. */
  isWhole(bytes: Buffer): boolean {
    return this.#isRight(bytes, bytes.length - ZEROS.length);
  }

  isWholeCommit(bytes: Buffer): boolean {
    return this.#isRight(bytes, COMMIT_CHECKSUM);
  }

  /** Whether a copy, as it is in the log, is the one that its tag announces. */
  isCopy(bytes: Buffer, sequence: number, { checksum }: Tag): boolean {
    if (checksum === undefined) return true;
    const number = Buffer.alloc(4);
    number.writeUInt32BE(sequence);
    const sum = crc32c(crc32c(this.#seed, number), bytes);
    return checksum === (this.#form === 'v3' ? sum : sum & 0xffff);
  }

  /** The sum is over the block with zeros in place of the sum. */
  #isRight(bytes: Buffer, offset: number): boolean {
    if (this.#form === 'none') return true;
    const before = crc32c(this.#seed, bytes.subarray(0, offset));
    const sum = crc32c(crc32c(before, ZEROS), bytes.subarray(offset + ZEROS.length));
    return sum === bytes.readUInt32BE(offset);
  }
}

import type { BlockSource } from './block-source.ts';
import type { Budget } from './budget.ts';
import { corrupt } from './ext4-error.ts';

/** A block whose newest content is in the journal. */
export interface JournalledBlock {
  /** The content, checked. */
  readonly read: () => Promise<Buffer>;
}

/** The blocks of a file system, with what the journal has for them. */
export class Volume {
  readonly blockSize: number;
  readonly blocksCount: number;
  readonly #source: BlockSource;
  readonly #budget: Budget;
  #journalled: ReadonlyMap<number, JournalledBlock> = new Map();

  constructor(
    source: BlockSource,
    budget: Budget,
    { blockSize, blocksCount }: { readonly blockSize: number; readonly blocksCount: number },
  ) {
    this.#source = source;
    this.#budget = budget;
    this.blockSize = blockSize;
    this.blocksCount = blocksCount;
  }

  get budget(): Budget {
    return this.#budget;
  }

  /** From now on, reads see these blocks in place of those on the device. */
  overlay(journalled: ReadonlyMap<number, JournalledBlock>): void {
    this.#journalled = journalled;
  }

  /** Whole blocks that follow each other. @throws Ext4Error */
  async blocks(first: number, count: number): Promise<Buffer> {
    if (first < 0 || first + count > this.blocksCount) throw corrupt(`block ${first} is beyond its end`);
    const bytes = await readExactly(this.#source, this.#budget, first * this.blockSize, count * this.blockSize);
    if (this.#journalled.size === 0) return bytes;
    for (let index = 0; index < count; index += 1) {
      const newer = this.#journalled.get(first + index);
      if (newer) (await newer.read()).copy(bytes, index * this.blockSize);
    }
    return bytes;
  }

  /** Some bytes, which can cross blocks. @throws Ext4Error */
  async bytes(offset: number, length: number): Promise<Buffer> {
    const first = Math.floor(offset / this.blockSize);
    const last = Math.floor((offset + length - 1) / this.blockSize);
    const start = offset - first * this.blockSize;
    return (await this.blocks(first, last - first + 1)).subarray(start, start + length);
  }
}

/** @throws Ext4Error when the device is shorter, or beyond the bounds */
export async function readExactly(
  source: BlockSource,
  budget: Budget,
  offset: number,
  length: number,
): Promise<Buffer> {
  budget.spendRead(length);
  const bytes = await source.read(offset, length);
  if (bytes.length !== length) throw corrupt('the device is shorter than the file system');
  // A copy, as the journal's blocks are written over it.
  return Buffer.from(bytes);
}

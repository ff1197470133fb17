import { corrupt } from './ext4-error.ts';
import { readInode } from './inode.ts';
import type { Run } from './run.ts';
import { runsOf } from './runs.ts';
import type { Superblock } from './superblock.ts';
import type { Volume } from './volume.ts';

/** The journal of Linux has at most a million blocks. */
const MAX_RUNS = 10_000;

/** The blocks of the journal, which is a file. */
export class JournalBlocks {
  readonly #volume: Volume;
  readonly #runs: readonly Run[];

  private constructor(volume: Volume, runs: readonly Run[]) {
    this.#volume = volume;
    this.#runs = runs;
  }

  /** @throws Ext4Error */
  static async open(volume: Volume, superblock: Superblock): Promise<JournalBlocks> {
    const inode = await readInode(volume, superblock, superblock.journalInode);
    const runs: Run[] = [];
    for await (const run of runsOf(volume, inode, 0, Math.ceil(inode.size / volume.blockSize))) {
      if (runs.length >= MAX_RUNS) throw corrupt('its journal is in too many pieces');
      runs.push(run);
    }
    return new JournalBlocks(volume, runs);
  }

  /** @throws Ext4Error */
  async read(block: number): Promise<Buffer> {
    const run = this.#runs.find(({ logical, count }) => block >= logical && block < logical + count);
    if (!run) throw corrupt(`its journal has no block ${block}`);
    return this.#volume.blocks(run.physical + block - run.logical, 1);
  }
}

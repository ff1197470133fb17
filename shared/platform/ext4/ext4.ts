import type { BlockSource } from './block-source.ts';
import { type Bounds, Budget } from './budget.ts';
import { contentOf } from './content.ts';
import { type DirectoryEntry, entriesOf } from './directory.ts';
import { corrupt } from './ext4-error.ts';
import { type Inode, readInode } from './inode.ts';
import { replayJournal } from './replay-journal.ts';
import { readSuperblock, SUPERBLOCK_BYTES, SUPERBLOCK_OFFSET, type Superblock } from './superblock.ts';
import { readExactly, Volume } from './volume.ts';

export const ROOT_INODE = 2;

/** The longest target of a symbolic link in Linux. */
const MAX_TARGET_BYTES = 4096;

/**
 * Reads an ext4 file system, and ext2 and ext3, which have the same form. It checks the structure of what it reads, but
 * not the checksums of ext4, as EBS has its own for each block. What the journal has is applied to what is read, not to
 * the device.
 */
export class Ext4 {
  readonly #volume: Volume;
  readonly #superblock: Superblock;

  private constructor(volume: Volume, superblock: Superblock) {
    this.#volume = volume;
    this.#superblock = superblock;
  }

  /** @throws Ext4Error */
  static async open(source: BlockSource, bounds: Bounds): Promise<Ext4> {
    const budget = new Budget(bounds);
    const written = readSuperblock(await readExactly(source, budget, SUPERBLOCK_OFFSET, SUPERBLOCK_BYTES));
    const volume = new Volume(source, budget, written);
    if (!written.needsRecovery) return new Ext4(volume, written);
    volume.overlay(await replayJournal(volume, written));
    // The journal can have a newer superblock. Its form never changes while it is mounted.
    return new Ext4(volume, readSuperblock(await volume.bytes(SUPERBLOCK_OFFSET, SUPERBLOCK_BYTES)));
  }

  /** @throws Ext4Error when it does not exist */
  inode(number: number): Promise<Inode> {
    return readInode(this.#volume, this.#superblock, number);
  }

  /** The entries of a directory in the order of the device, without `.` and `..`. @throws Ext4Error */
  entries(directory: Inode): AsyncGenerator<DirectoryEntry> {
    return entriesOf(this.#volume, directory);
  }

  /** The inode of a name in a directory; undefined without one. @throws Ext4Error */
  async find(directory: Inode, name: string): Promise<number | undefined> {
    for await (const entry of this.entries(directory)) {
      if (entry.name === name) return entry.inode;
    }
    return undefined;
  }

  /** The bytes of a file from an offset to before another. @throws Ext4Error */
  content(file: Inode, start: number, end: number): AsyncGenerator<Uint8Array> {
    return contentOf(this.#volume, file, start, end);
  }

  /** What a symbolic link contains, one character for each byte. @throws Ext4Error */
  async target(link: Inode): Promise<string> {
    if (link.size === 0 || link.size > MAX_TARGET_BYTES) throw corrupt(`link ${link.number} has no target`);
    const isInInode = link.size < link.root.length && !link.hasExtents && !link.hasInlineData && !link.isEncrypted;
    if (isInInode) return link.root.toString('latin1', 0, link.size);
    const pieces: Uint8Array[] = [];
    for await (const piece of this.content(link, 0, link.size)) pieces.push(piece);
    return Buffer.concat(pieces).toString('latin1');
  }
}

import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { blocksOfEntries, directoryBlock } from './directory-blocks.ts';
import { extentNode, hasNode, inodeBytes } from './inode-bytes.ts';
import { BLOCK_BYTES, INODE_BYTES, INODES_PER_BLOCK, type Layout, layoutFor } from './layout.ts';
import { blockBitmap, descriptors, type Facts, inodeBitmap, superblock } from './metadata-blocks.ts';
import { readable } from './readable.ts';
import { type PlannedFile, planTree, type TreePlan } from './tree-plan.ts';

/**
 * A directory as an ext4 file system. Blocks are made when they are asked for, so that nothing is copied. The directory
 * must not change meanwhile.
 */
export class TreeImage {
  readonly #plan: TreePlan;
  readonly #layout: Layout;
  readonly #facts: Facts;

  private constructor(plan: TreePlan, layout: Layout, id: Buffer) {
    this.#plan = plan;
    this.#layout = layout;
    const directories = [...plan.files.values()].filter(({ stats }) => stats.isDirectory());
    this.#facts = { layout, inodes: plan.inodes, directories: directories.map(({ inode }) => inode), id };
  }

  /** @param name another name gives the file system another ID */
  static async of(directory: string, gibibytes: number, name: string): Promise<TreeImage> {
    const plan = await planTree(directory);
    return new TreeImage(plan, layoutFor(gibibytes, plan), createHash('sha256').update(name).digest());
  }

  get gibibytes(): number {
    return this.#layout.gibibytes;
  }

  /** The first byte of the device that was never written; what follows are zeros. */
  get writtenBytes(): number {
    return this.#layout.end * BLOCK_BYTES;
  }

  /** Whole blocks. */
  async read(offset: number, length: number): Promise<Buffer> {
    const bytes = Buffer.alloc(length);
    const first = offset / BLOCK_BYTES;
    const end = Math.min(first + length / BLOCK_BYTES, this.#layout.end);
    for (let block = first; block < end; ) {
      const place = (block - first) * BLOCK_BYTES;
      if (block < this.#layout.data) {
        this.#metadata(block).copy(bytes, place);
        block += 1;
        continue;
      }
      const file = this.#fileAt(block - this.#layout.data);
      const next = Math.min(end, this.#layout.data + file.start + file.blocks);
      await this.#copyContent(file, block, bytes.subarray(place, (next - first) * BLOCK_BYTES));
      block = next;
    }
    return bytes;
  }

  #metadata(block: number): Buffer {
    const { blockBitmaps, inodeBitmaps, inodeTables } = this.#layout;
    if (block === 0) return superblock(this.#facts);
    if (block < blockBitmaps) return descriptors(block - 1, this.#facts);
    if (block < inodeBitmaps) return blockBitmap(block - blockBitmaps, this.#facts);
    if (block < inodeTables) return inodeBitmap(block - inodeBitmaps, this.#facts);
    const first = (block - inodeTables) * INODES_PER_BLOCK + 1;
    const bytes = Buffer.alloc(BLOCK_BYTES);
    for (let index = 0; index < INODES_PER_BLOCK; index += 1) {
      const file = this.#plan.files.get(first + index);
      if (file) inodeBytes(file, this.#layout.data).copy(bytes, index * INODE_BYTES);
    }
    return bytes;
  }

  /** The file with a block of content. */
  #fileAt(position: number): PlannedFile {
    const { placed } = this.#plan;
    let [low, high] = [0, placed.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((placed[middle]?.start ?? 0) <= position) low = middle;
      else high = middle - 1;
    }
    const file = placed[low];
    if (!file) throw new Error(`no file has block ${position}`);
    return file;
  }

  /** Copies the blocks of a file from one on. */
  async #copyContent(file: PlannedFile, block: number, bytes: Buffer): Promise<void> {
    const { stats, entries, target, path } = file;
    const position = block - this.#layout.data - file.start;
    if (stats.isSymbolicLink()) bytes.write(target, 'latin1');
    else if (stats.isDirectory()) {
      const blocks = blocksOfEntries(entries).slice(position, position + bytes.length / BLOCK_BYTES);
      for (const [index, own] of blocks.entries()) directoryBlock(own).copy(bytes, index * BLOCK_BYTES);
    } else {
      const extra = hasNode(file) ? 1 : 0;
      const isNode = extra > 0 && position === 0;
      if (isNode) extentNode(file, this.#layout.data).copy(bytes);
      const rest = isNode ? bytes.subarray(BLOCK_BYTES) : bytes;
      await readInto(rest, path, isNode ? 0 : (position - extra) * BLOCK_BYTES);
    }
  }
}

async function readInto(bytes: Buffer, path: string, offset: number): Promise<void> {
  if (bytes.length === 0) return;
  const bytesOfPath = Buffer.from(path, 'latin1');
  const file = await readable(bytesOfPath, 0o400, () => open(bytesOfPath, 'r'));
  try {
    for (let done = 0; done < bytes.length; ) {
      const { bytesRead } = await file.read(bytes, done, bytes.length - done, offset + done);
      if (bytesRead === 0) return;
      done += bytesRead;
    }
  } finally {
    await file.close();
  }
}

import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type Ext4, ROOT_INODE } from '../../../../shared/platform/ext4/ext4.ts';

/** What a file is, by its path from the root. Content is compared by its checksum. */
type Tree = Readonly<Record<string, string>>;

/** The tree of a file system, without the directory that `mkfs` adds. */
export async function treeIn(image: Ext4): Promise<Tree> {
  const tree: Record<string, string> = {};
  await visit(ROOT_INODE, '');
  return tree;

  async function visit(number: number, path: string): Promise<void> {
    const directory = await image.inode(number);
    for await (const { name, inode: child } of image.entries(directory)) {
      const inode = await image.inode(child);
      const own = path === '' ? name : `${path}/${name}`;
      if (own === 'lost+found') continue;
      tree[own] = `${inode.mode.toString(8)} ${await describe(image, child)}`;
      if (inode.type === 'directory') await visit(child, own);
    }
  }
}

async function describe(image: Ext4, number: number): Promise<string> {
  const inode = await image.inode(number);
  if (inode.type === 'symlink') return `symlink ${await image.target(inode)}`;
  if (inode.type !== 'file') return inode.type;
  const hash = createHash('sha256');
  for await (const piece of image.content(inode, 0, inode.size)) hash.update(piece);
  const { seconds } = inode.modifiedAt;
  return `file ${inode.size} of ${seconds} with ${inode.links} names ${hash.digest('hex')}`;
}

/** The same of a directory. */
export function treeOf(root: string): Tree {
  const tree: Record<string, string> = {};
  visit('');
  return tree;

  function visit(path: string): void {
    for (const name of readdirSync(join(root, path), 'latin1')) {
      const own = path === '' ? name : `${path}/${name}`;
      const full = Buffer.from(join(root, own), 'latin1');
      const stats = lstatSync(full);
      tree[own] = `${(stats.mode & 0o7777).toString(8)} ${describeFile(full)}`;
      if (stats.isDirectory()) visit(own);
    }
  }
}

function describeFile(path: Buffer): string {
  const stats = lstatSync(path);
  if (stats.isSymbolicLink()) return `symlink ${readlinkSync(path, 'latin1')}`;
  if (stats.isDirectory()) return 'directory';
  if (!stats.isFile()) return 'other';
  const sum = createHash('sha256').update(readFileSync(path)).digest('hex');
  return `file ${stats.size} of ${Math.floor(stats.mtimeMs / 1000)} with ${stats.nlink} names ${sum}`;
}

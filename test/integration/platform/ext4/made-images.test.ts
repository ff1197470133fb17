import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  linkSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { Ext4, ROOT_INODE } from '../../../../shared/platform/ext4/ext4.ts';
import { debug, describeWithE2fsprogs, indexDirectories, makeImage } from '../../../support/platform/ext4/e2fsprogs.ts';
import { ampleBounds, collected, sourceOf } from '../../../support/platform/ext4/file-source.ts';
import { treeIn, treeOf } from '../../../support/platform/ext4/trees.ts';
import { folderOfFile } from '../../../support/temporary-folder.ts';

const MEBIBYTE = 1024 * 1024;

const folder = folderOfFile();
const tree = join(folder, 'tree');

const open = (image: string) => Ext4.open(sourceOf(readFileSync(image)), ampleBounds());

/** One block in two has content, so that the map of the file has many parts. */
function writeFragmented(path: string): void {
  writeFileSync(path, '');
  for (let index = 0; index < 1500; index += 1) {
    truncateSync(path, index * 8192);
    appendFileSync(path, Buffer.alloc(100, index % 256));
  }
}

function makeTree(): void {
  mkdirSync(join(tree, 'many'), { recursive: true });
  for (let number = 0; number < 2000; number += 1)
    writeFileSync(join(tree, 'many', `a-long-name-of-file-${number}`), `${number}`);
  const deep = join(tree, ...Array.from({ length: 40 }, (_, level) => `level${level}`));
  mkdirSync(deep, { recursive: true });
  writeFileSync(join(deep, 'last'), 'deep');
  // Its last byte is not zero: with inline data, mkfs counts a file that ends with a hole too short.
  writeFileSync(
    join(tree, 'large'),
    Uint8Array.from({ length: 9 * MEBIBYTE + 1 }, (_, index) => (index * 7 + (index >> 9) + 1) & 0xff),
  );
  linkSync(join(tree, 'large'), join(tree, 'same'));
  writeFragmented(join(tree, 'fragmented'));
  writeFileSync(join(tree, 'sparse'), '');
  truncateSync(join(tree, 'sparse'), 40 * MEBIBYTE);
  appendFileSync(join(tree, 'sparse'), 'end');
  symlinkSync('large', join(tree, 'short-link'));
  symlinkSync(`/workspace/${'x'.repeat(300)}`, join(tree, 'long-link'));
  writeFileSync(Buffer.from(`${tree}/not-utf8-\xff`, 'latin1'), 'bytes');
  writeFileSync(join(tree, 'small'), 'y'.repeat(100));
  writeFileSync(join(tree, 'empty'), '');
  chmodSync(join(tree, 'empty'), 0o4750);
  execFileSync('mkfifo', [join(tree, 'pipe')]);
}

/** Options of mkfs that change what the reader has to know. */
const forms = [
  '-b 4096',
  '-b 1024',
  '-b 2048 -O ^64bit',
  '-b 65536',
  '-b 1024 -O meta_bg,^resize_inode,^sparse_super',
  '-b 4096 -O inline_data',
  '-b 4096 -O bigalloc',
  '-b 4096 -O sparse_super2,^metadata_csum,^flex_bg',
  '-b 1024 -O ^extents,^64bit -I 128',
  '-b 4096 -O ^extents,^64bit,^has_journal',
];

describeWithE2fsprogs('an image of mkfs.ext4', () => {
  beforeAll(makeTree);

  it.each(forms)('with %s has the files of its tree, also when its directories are hash trees', async (form) => {
    const image = join(folder, 'image');
    // The least space of a file is 64 KB with these.
    makeImage(image, tree, form.split(' '), /65536|bigalloc/.test(form) ? '400M' : '160M');
    expect(await treeIn(await open(image))).toEqual(treeOf(tree));

    indexDirectories(image);
    expect(await treeIn(await open(image))).toEqual(treeOf(tree));
  });

  it('returns zeros for space that was reserved, whatever was there before', async () => {
    const image = join(folder, 'image');
    makeImage(image, tree, ['-b', '4096'], '160M');
    // The blocks of the large file are free after this, and taken by the other one.
    debug(image, ['rm large', 'rm same', 'fallocate small 1 5000', 'set_inode_field small size 9000000']);
    const made = await open(image);
    const small = await made.inode((await made.find(await made.inode(ROOT_INODE), 'small')) ?? 0);
    const content = await collected(made.content(small, 0, 9_000_000));
    expect(content.subarray(0, 100).toString()).toBe('y'.repeat(100));
    expect(content.subarray(100).equals(Buffer.alloc(8_999_900))).toBe(true);
  });

  it('of another file system is refused by name', async () => {
    const image = join(folder, 'other');
    writeFileSync(image, Buffer.alloc(MEBIBYTE, 'XFSB'));
    await expect(open(image)).rejects.toMatchObject({ problem: 'not_ext4' });
  });
});

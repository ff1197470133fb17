import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  openSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { TreeImage } from '../../../../../infra/local/ebs/tree-image.ts';
import { Ext4 } from '../../../../../shared/platform/ext4/ext4.ts';
import { describeWithE2fsprogs } from '../../../../support/platform/ext4/e2fsprogs.ts';
import { ampleBounds } from '../../../../support/platform/ext4/file-source.ts';
import { treeIn, treeOf } from '../../../../support/platform/ext4/trees.ts';
import { folderOfFile } from '../../../../support/temporary-folder.ts';

const BLOCK = 4096;
const folder = folderOfFile();
const tree = join(folder, 'tree');

async function open(image: TreeImage): Promise<Ext4> {
  const read = async (offset: number, length: number) => {
    const first = Math.floor(offset / BLOCK) * BLOCK;
    const bytes = await image.read(first, Math.ceil((offset + length - first) / BLOCK) * BLOCK);
    return bytes.subarray(offset - first, offset - first + length);
  };
  return Ext4.open({ read }, ampleBounds());
}

beforeAll(() => {
  mkdirSync(join(tree, 'many', 'below'), { recursive: true });
  for (let number = 0; number < 500; number += 1)
    writeFileSync(join(tree, 'many', `file-${number}-${'x'.repeat(40)}`), `${number}`);
  writeFileSync(join(tree, 'large'), Buffer.alloc(3_000_001, 'content '));
  linkSync(join(tree, 'large'), join(tree, 'many', 'same'));
  symlinkSync('large', join(tree, 'short'));
  symlinkSync('x'.repeat(200), join(tree, 'long'));
  writeFileSync(Buffer.from(`${tree}/\xff`, 'latin1'), 'not utf-8');
  writeFileSync(join(tree, 'empty'), '');
  writeFileSync(join(tree, 'secret'), 'nobody can read this', { mode: 0o000 });
  chmodSync(join(tree, 'empty'), 0o2755);
  execFileSync('mkfifo', [join(tree, 'pipe')]);
});

describe('a directory as a file system', () => {
  it('has the files of the directory', async () => {
    const { secret, ...shown } = await treeIn(await open(await TreeImage.of(tree, 1, 'snapshot')));
    expect(secret).toMatch(/^0 file 20 /);
    expect(statSync(join(tree, 'secret')).mode & 0o777).toBe(0);
    chmodSync(join(tree, 'secret'), 0o400);
    const { secret: _, ...expected } = treeOf(tree);
    chmodSync(join(tree, 'secret'), 0o000);
    expect(shown).toEqual(expected);
  });

  it('gets larger than its volume when its files are', async () => {
    const huge = join(folder, 'huge');
    mkdirSync(huge);
    writeFileSync(join(huge, 'sparse'), '');
    truncateSync(join(huge, 'sparse'), 2 ** 31 + 5);
    const image = await TreeImage.of(huge, 1, 'snapshot');

    expect(image.gibibytes).toBe(3);
    const files = await open(image);
    const file = await files.inode((await files.find(await files.inode(2), 'sparse')) ?? 0);
    expect(file.size).toBe(2 ** 31 + 5);
    for await (const piece of files.content(file, 2 ** 31, file.size)) expect([...piece]).toEqual([0, 0, 0, 0, 0]);
  });
});

describeWithE2fsprogs('a directory as a file system, to e2fsck', () => {
  it('has no faults', async () => {
    const image = await TreeImage.of(tree, 1, 'snapshot');
    const file = join(folder, 'image');
    const handle = openSync(file, 'w');
    for (let offset = 0; offset < image.writtenBytes; offset += BLOCK) {
      writeSync(handle, await image.read(offset, BLOCK), 0, BLOCK, offset);
    }
    truncateSync(file, 2 ** 30);
    expect(execFileSync('e2fsck', ['-fn', file], { encoding: 'utf8', stdio: 'pipe' })).toContain(' 519/640 files');
  });
});

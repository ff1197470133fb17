import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { Ext4, ROOT_INODE } from '../../../../shared/platform/ext4/ext4.ts';
import { debug, describeWithE2fsprogs, makeImage } from '../../../support/platform/ext4/e2fsprogs.ts';
import { ampleBounds, collected, sourceOf } from '../../../support/platform/ext4/file-source.ts';
import { treeIn } from '../../../support/platform/ext4/trees.ts';
import { folderOfFile } from '../../../support/temporary-folder.ts';

const BLOCK = 1024;
const MAGIC = Buffer.from('c03b3998', 'hex');

const folder = folderOfFile();
const tree = join(folder, 'tree');
const image = join(folder, 'image');

const open = (path: string) => Ext4.open(sourceOf(readFileSync(path)), ampleBounds());

async function firstBytes(path: string): Promise<string> {
  const made = await open(path);
  const file = await made.inode((await made.find(await made.inode(ROOT_INODE), 'file')) ?? 0);
  return (await collected(made.content(file, 0, 8))).toString('latin1');
}

/** A file with the content of a block, for the journal. */
function content(name: string, start: Uint8Array | string): string {
  const path = join(folder, name);
  writeFileSync(path, Buffer.concat([Buffer.from(start), Buffer.alloc(BLOCK)]).subarray(0, BLOCK));
  return path;
}

/** With features of the file system, and options of the journal. */
const forms = [
  ['64bit,metadata_csum', '-c -v 3'],
  ['64bit,metadata_csum', '-c -v 2'],
  ['64bit,^metadata_csum', ''],
  ['^64bit,^metadata_csum', ''],
] as const;

describeWithE2fsprogs('a journal that debugfs wrote', () => {
  beforeAll(() => {
    mkdirSync(tree);
    writeFileSync(join(tree, 'file'), 'before '.repeat(500));
  });

  function makeJournal(features: string, options: string, writes: readonly string[]): void {
    makeImage(image, tree, ['-b', String(BLOCK), '-O', features], '8M');
    const block = /\d+/.exec(debug(image, ['blocks file']).split('\n')[1] ?? '')?.[0];
    debug(image, [`jo ${options}`, ...writes.map((write) => write.replace('BLOCK', String(block))), 'jc']);
  }

  it.each(forms)('with %s %s is read as e2fsck replays it', async (features, options) => {
    const journalled = `jw -b BLOCK ${content('later', 'later!!')}`;
    makeJournal(features, options, [`jw -b BLOCK ${content('first', 'first')}`, journalled]);
    expect(await firstBytes(image)).toBe('later!!\0');

    const replayed = join(folder, 'replayed');
    copyFileSync(image, replayed);
    execFileSync('e2fsck', ['-y', replayed], { stdio: 'pipe' });
    expect(await treeIn(await open(replayed))).toEqual(await treeIn(await open(image)));
  });

  it.each(forms)('with %s %s keeps content that begins like a block of a journal', async (features, options) => {
    makeJournal(features, options, [`jw -b BLOCK ${content('magic', Buffer.concat([MAGIC, Buffer.from('data')]))}`]);
    expect(await firstBytes(image)).toBe(`${MAGIC.toString('latin1')}data`);
  });

  it.each(forms)('with %s %s applies no copy that was revoked later', async (features, options) => {
    makeJournal(features, options, [`jw -b BLOCK ${content('first', 'first')}`, 'jw -r BLOCK']);
    expect(await firstBytes(image)).toBe('before b');
  });

  it.each(forms)('with %s %s applies a copy that is newer than its revocation', async (features, options) => {
    makeJournal(features, options, ['jw -r BLOCK', `jw -b BLOCK ${content('later', 'later!!')}`]);
    expect(await firstBytes(image)).toBe('later!!\0');
  });

  it.each(forms)('with %s %s applies no transaction that was not committed', async (features, options) => {
    makeJournal(features, options, [
      `jw -b BLOCK ${content('first', 'first!!')}`,
      `jw -b BLOCK -c ${content('late', 'late')}`,
    ]);
    expect(await firstBytes(image)).toBe('first!!\0');
  });
});

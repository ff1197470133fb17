import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Ext4, ROOT_INODE } from '../../../../shared/platform/ext4/ext4.ts';
import { ampleBounds, collected, committedImage, sourceOf } from '../../../support/platform/ext4/file-source.ts';
import { treeIn } from '../../../support/platform/ext4/trees.ts';

const open = (image: Buffer, bounds = ampleBounds()) => Ext4.open(sourceOf(image), bounds);

function expectedTree(name: string): unknown {
  const url = new URL(`../../../support/platform/ext4/images/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(url, 'utf8'));
}

const RECOVER_OFFSET = 1024 + 0x60;
const RECOVER = 0x4;

/** The image as it is on the device, as if its journal had nothing. */
function withoutJournal(image: Buffer): Buffer {
  const copy = Buffer.from(image);
  copy.writeUInt32LE(copy.readUInt32LE(RECOVER_OFFSET) & ~RECOVER, RECOVER_OFFSET);
  return copy;
}

describe('an ext4 image', () => {
  it('that was unmounted shows the files that Linux shows', async () => {
    expect(await treeIn(await open(committedImage('saved')))).toEqual(expectedTree('saved'));
  });

  it.each(['running', 'journalled'])('of a mounted disk (%s) shows what its journal has', async (name) => {
    const image = committedImage(name);

    expect(await treeIn(await open(image))).toEqual(expectedTree(name));
    const inPlace = await treeIn(await open(withoutJournal(image))).catch(() => ({}));
    expect(inPlace, 'the journal changes what is read').not.toEqual(expectedTree(name));
  });

  it('is not changed by reading', async () => {
    const image = committedImage('journalled');
    const before = Buffer.from(image);
    await treeIn(await open(image));
    expect(image.equals(before)).toBe(true);
  });

  it('returns parts of a file, with zeros for holes', async () => {
    const image = await open(committedImage('saved'));
    const number = await image.find(await image.inode(ROOT_INODE), 'holes');
    const file = await image.inode(number ?? 0);
    const part = async (start: number, end: number) => await collected(image.content(file, start, end));

    expect((await part(1_499_998, 1_500_008)).toString('latin1')).toBe('\0\0middle\n\0');
    expect(await part(2_999_990, 9_000_000)).toEqual(Buffer.alloc(10));
    expect(await part(3_000_000, 3_000_001)).toHaveLength(0);
  });
});

describe('an image that cannot be read', () => {
  it('without a file system is refused by name', async () => {
    await expect(open(Buffer.alloc(8192))).rejects.toMatchObject({ problem: 'not_ext4' });
    await expect(open(Buffer.alloc(100))).rejects.toMatchObject({ problem: 'corrupt' });
  });

  it('with an unknown feature is refused by name', async () => {
    const image = committedImage('saved');
    image.writeUInt8(0x80, RECOVER_OFFSET + 3);
    await expect(open(image)).rejects.toMatchObject({ problem: 'unsupported', message: /the feature 0x80000000/ });
  });

  it.each([
    ['bytes', { bytes: 5000 }, 'too_large'],
    ['reads', { reads: 5 }, 'too_large'],
    ['entries', { entries: 300 }, 'too_large'],
    ['time', { deadline: 0 }, 'too_slow'],
  ] as const)('within its bound of %s is refused by name', async (_, bound, problem) => {
    const reading = async () => treeIn(await open(committedImage('saved'), ampleBounds(bound)));
    await expect(reading()).rejects.toMatchObject({ problem });
  });

  it('because a copy in its journal is damaged is refused by name', async () => {
    const image = committedImage('journalled');
    // The copies of what was written last are the only places with it.
    for (let at = image.indexOf('FFFFFFFF'); at >= 0; at = image.indexOf('FFFFFFFF', at + 1024))
      image.writeUInt8(0, at);
    await expect(open(image).then(treeIn)).rejects.toMatchObject({
      problem: 'corrupt',
      message: /wrong copy of block/,
    });
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { archiveSaved } from '../../../../shared/domain/files/archive-saved.ts';
import { changesBetween } from '../../../../shared/domain/files/changes-between.ts';
import { SandboxPath } from '../../../../shared/domain/files/sandbox-path.ts';
import { SavedWorkspace } from '../../../../shared/domain/files/saved-workspace.ts';
import { systemClock } from '../../../../shared/platform/clock.ts';
import { Ext4, ROOT_INODE } from '../../../../shared/platform/ext4/ext4.ts';
import { Ext4Error } from '../../../../shared/platform/ext4/ext4-error.ts';
import { ampleBounds, committedImage, sourceOf } from '../../../support/platform/ext4/file-source.ts';
import { revokingJournal } from '../../../support/platform/ext4/revoking-journal.ts';
import { treeIn } from '../../../support/platform/ext4/trees.ts';

const BLOCK = 1024;
/** Far more than a sound image needs. */
const BOUNDS = { bytes: 64 * 1024 * 1024, reads: 20_000, entries: 20_000 };

/** Where a change can matter: the blocks that are not empty. */
function usedBlocks(image: Buffer): readonly number[] {
  const count = image.length / BLOCK;
  const isUsed = (block: number) => image.subarray(block * BLOCK, (block + 1) * BLOCK).some((byte) => byte !== 0);
  return Array.from({ length: count }, (_, block) => block).filter(isUsed);
}

/** A change of some bytes: at random, or to numbers at which arithmetic goes wrong. */
const change = fc.record({
  block: fc.nat(),
  offset: fc.nat(BLOCK - 4),
  value: fc.oneof(fc.nat(0xffff_ffff), fc.constantFrom(0, 1, 2, 0x7fff_ffff, 0x8000_0000, 0xffff, 0xffff_ffff)),
  width: fc.constantFrom(1, 2, 4),
});

describe.each(['saved', 'running', 'journalled'])('a damaged or hostile image (%s)', (name) => {
  const sound = committedImage(name);
  const blocks = usedBlocks(sound);

  it('ends with its tree or a named error, within its bounds', { timeout: 240_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), async (changes) => {
        const image = Buffer.from(sound);
        for (const { block, offset, value, width } of changes) {
          const at = (blocks[block % blocks.length] ?? 0) * BLOCK + offset;
          image.writeUIntLE(value % 2 ** (8 * width), at, width);
        }
        const read = { bytes: 0, reads: 0 };
        const source = sourceOf(image);
        const counted = {
          read: (offset: number, length: number) => {
            read.bytes += length;
            read.reads += 1;
            return source.read(offset, length);
          },
        };
        const outcome = await Ext4.open(counted, ampleBounds(BOUNDS))
          .then(treeIn)
          .catch((error: unknown) => error);
        if (outcome instanceof Error) expect(outcome, outcome.stack).toBeInstanceOf(Ext4Error);
        expect(read.bytes).toBeLessThanOrEqual(BOUNDS.bytes);
        expect(read.reads).toBeLessThanOrEqual(BOUNDS.reads);
      }),
      { numRuns: 150 },
    );
  });
});

describe('a hostile image', () => {
  it('whose directory contains itself is refused when it is compared or packed', async () => {
    const image = committedImage('saved');
    const entry = image.indexOf(Buffer.from([11, 0, 0, 0]), image.indexOf('lost+found') - 8);
    image.writeUInt32LE(ROOT_INODE, entry);
    const open = (bytes: Buffer) =>
      SavedWorkspace.open('snap-1', 20_000, { volumes: { open: () => sourceOf(bytes) }, now: systemClock });

    const compared = collectedOf(changesBetween(await open(image), await open(image)));

    await expect(compared).rejects.toThrow(/directory 2 has several names/);
    const packed = archiveSaved(await open(image), SandboxPath.of({ path: '/workspace' }, '/'));
    await expect(packed).rejects.toThrow(/directory 2 has several names/);
  });

  it('whose journal revokes without end is refused early', async () => {
    const journal = revokingJournal();

    const opened = Ext4.open(journal.source, ampleBounds({ bytes: 160 * 1024 * 1024, reads: 50_000 }));

    await expect(opened).rejects.toMatchObject({ problem: 'too_large' });
    expect(journal.reads()).toBeLessThan(200);
  });
});

async function collectedOf<T>(all: AsyncIterable<T>): Promise<readonly T[]> {
  const items: T[] = [];
  for await (const item of all) items.push(item);
  return items;
}

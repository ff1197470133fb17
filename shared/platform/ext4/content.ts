import { unsupported } from './ext4-error.ts';
import { inlineData } from './inline-data.ts';
import type { Inode } from './inode.ts';
import { runsOf } from './runs.ts';
import type { Volume } from './volume.ts';

/** A piece is read at once. */
const PIECE_BYTES = 4 * 1024 * 1024;
const ZEROS = Buffer.alloc(256 * 1024);

/** The bytes of a file from an offset to before another; holes are zeros. @throws Ext4Error */
export async function* contentOf(volume: Volume, inode: Inode, start: number, end: number): AsyncGenerator<Uint8Array> {
  if (inode.isEncrypted) throw unsupported('encryption');
  const stop = Math.min(end, inode.size);
  if (start >= stop) return;
  if (inode.hasInlineData) {
    const bytes = inlineData(inode).subarray(start, stop);
    yield bytes;
    yield* zerosOf(volume, stop - start - bytes.length);
    return;
  }
  let position = start;
  for await (const { offset, bytes } of written(volume, inode, start, stop)) {
    yield* zerosOf(volume, offset - position);
    yield bytes;
    position = offset + bytes.length;
  }
  yield* zerosOf(volume, stop - position);
}

interface Piece {
  readonly offset: number;
  readonly bytes: Buffer;
}

/** What was written between two offsets, without the holes. */
async function* written(volume: Volume, inode: Inode, start: number, stop: number): AsyncGenerator<Piece> {
  const { blockSize } = volume;
  const most = Math.max(1, Math.floor(PIECE_BYTES / blockSize));
  for await (const run of runsOf(volume, inode, Math.floor(start / blockSize), Math.ceil(stop / blockSize))) {
    for (let done = 0; done < run.count; done += most) {
      const bytes = await volume.blocks(run.physical + done, Math.min(most, run.count - done));
      const offset = (run.logical + done) * blockSize;
      const first = Math.max(0, start - offset);
      yield { offset: offset + first, bytes: bytes.subarray(first, Math.min(bytes.length, stop - offset)) };
    }
  }
}

function* zerosOf({ budget }: Volume, length: number): Generator<Uint8Array> {
  for (let left = length; left > 0; left -= ZEROS.length) {
    const zeros = ZEROS.subarray(0, left);
    budget.spendBytes(zeros.length);
    yield zeros;
  }
}

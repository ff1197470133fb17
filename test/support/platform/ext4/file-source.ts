import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { BlockSource } from '../../../../shared/platform/ext4/block-source.ts';
import type { Bounds } from '../../../../shared/platform/ext4/budget.ts';

/** The bytes of an image in memory. */
export function sourceOf(image: Buffer): BlockSource {
  return { read: async (offset, length) => image.subarray(offset, offset + length) };
}

/** An image that is committed with the tests. Its README says how it was made. */
export function committedImage(name: string): Buffer {
  return gunzipSync(readFileSync(new URL(`./images/${name}.img.gz`, import.meta.url)));
}

/** Bounds that no sound image of a test reaches. */
export function ampleBounds(own: Partial<Bounds> = {}): Bounds {
  const now = Date.now;
  return { bytes: 2 ** 31, reads: 1_000_000, entries: 1_000_000, deadline: now() + 60_000, now, ...own };
}

export async function collected(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

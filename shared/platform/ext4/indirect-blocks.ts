import type { Inode } from './inode.ts';
import { clipped, type Run } from './run.ts';
import type { Volume } from './volume.ts';

/** The blocks that the inode names itself. */
const DIRECT = 12;
const LEVELS = [1, 2, 3] as const;

/**
 * The map of ext2 and ext3: twelve blocks, then trees of one, two and three levels of blocks of numbers. Its depth is
 * fixed, so it ends. @throws Ext4Error
 */
export async function* indirectRuns(volume: Volume, inode: Inode, from: number, to: number): AsyncGenerator<Run> {
  const perBlock = volume.blockSize / 4;
  yield* joined(numbersIn(inode.root.subarray(0, DIRECT * 4), 0, from, to));
  let start = DIRECT;
  for (const level of LEVELS) {
    const block = inode.root.readUInt32LE((DIRECT + level - 1) * 4);
    const end = start + perBlock ** level;
    if (block !== 0 && end > from && start < to) yield* below({ volume, from, to }, { block, level, start });
    start = end;
  }
}

interface Range {
  readonly volume: Volume;
  readonly from: number;
  readonly to: number;
}

interface Place {
  readonly block: number;
  readonly level: number;
  /** The first block of the file that this block leads to. */
  readonly start: number;
}

async function* below(range: Range, { block, level, start }: Place): AsyncGenerator<Run> {
  const { volume, from, to } = range;
  const bytes = await volume.blocks(block, 1);
  if (level === 1) {
    yield* joined(numbersIn(bytes, start, from, to));
    return;
  }
  const each = (volume.blockSize / 4) ** (level - 1);
  for (let index = 0; index < bytes.length / 4; index += 1) {
    const first = start + index * each;
    if (first >= to) return;
    const child = bytes.readUInt32LE(index * 4);
    if (child !== 0 && first + each > from) yield* below(range, { block: child, level: level - 1, start: first });
  }
}

function* numbersIn(bytes: Buffer, start: number, from: number, to: number): Generator<Run> {
  for (let index = 0; index < bytes.length / 4; index += 1) {
    const physical = bytes.readUInt32LE(index * 4);
    const run = physical === 0 ? undefined : clipped({ logical: start + index, physical, count: 1 }, from, to);
    if (run) yield run;
  }
}

/** Joins blocks that follow each other, so that they are read at once. */
function* joined(runs: Iterable<Run>): Generator<Run> {
  let current: Run | undefined;
  for (const run of runs) {
    const follows =
      current !== undefined &&
      current.logical + current.count === run.logical &&
      current.physical + current.count === run.physical;
    if (current && follows) {
      current = { ...current, count: current.count + run.count };
      continue;
    }
    if (current) yield current;
    current = run;
  }
  if (current) yield current;
}

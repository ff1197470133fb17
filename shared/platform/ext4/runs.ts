import { extentRuns } from './extents.ts';
import { indirectRuns } from './indirect-blocks.ts';
import type { Inode } from './inode.ts';
import type { Run } from './run.ts';
import type { Volume } from './volume.ts';

/**
 * The blocks of a file from one block to before another, in order. What no run covers is a hole.
 *
 * @throws Ext4Error
 */
export function runsOf(volume: Volume, inode: Inode, from: number, to: number): AsyncGenerator<Run> {
  return inode.hasExtents ? extentRuns(volume, inode, from, to) : indirectRuns(volume, inode, from, to);
}

/** Blocks of a file that follow each other on the device too. */
export interface Run {
  /** The first block within the file. */
  readonly logical: number;
  /** The first block on the device. */
  readonly physical: number;
  readonly count: number;
}

/** The part of a run between two blocks of the file; undefined when there is none. */
export function clipped({ logical, physical, count }: Run, from: number, to: number): Run | undefined {
  const start = Math.max(logical, from);
  const end = Math.min(logical + count, to);
  return start < end ? { logical: start, physical: physical + start - logical, count: end - start } : undefined;
}

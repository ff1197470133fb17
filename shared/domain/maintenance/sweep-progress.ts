import * as z from 'zod';

/** How far the runs of the sweep have come in one part of their work. */
export const PartProgress = z.object({
  part: z.string(),
  /** Behind which item the next run goes on; null when the last one reached the end. */
  after: z.string().nullable(),
  /** When a run reached the end last. */
  completed_at: z.string().nullable(),
  /** Rises with each write: the optimistic lock. */
  version: z.int(),
});
export type PartProgress = z.infer<typeof PartProgress>;

/** Another run moved this part on since its progress was read. What that run recorded stands. */
export class SweepMovedError extends Error {
  override readonly name = 'SweepMovedError';
}

/** Where the next run goes on where one ran out of time. */
export interface SweepProgress {
  /** By part; a part that was never cut short may be missing. */
  all(): Promise<ReadonlyMap<string, PartProgress>>;
  /** @throws SweepMovedError */
  save(previous: PartProgress | undefined, next: PartProgress): Promise<void>;
}

import * as z from 'zod';
import { type Clock, timestamp } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';

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

interface Reached {
  readonly after: string | null;
  readonly isAtEnd: boolean;
  readonly isReported: boolean;
}

/** The places from which the parts of one run go on, and those that it reaches. */
export class SweepCursors {
  readonly #progress: SweepProgress;
  readonly #now: Clock;
  readonly #before: ReadonlyMap<string, PartProgress>;
  readonly #reached = new Map<string, Reached>();

  private constructor(progress: SweepProgress, now: Clock, before: ReadonlyMap<string, PartProgress>) {
    this.#progress = progress;
    this.#now = now;
    this.#before = before;
  }

  static async read(progress: SweepProgress, now: Clock): Promise<SweepCursors> {
    return new SweepCursors(progress, now, await progress.all());
  }

  /** Behind which item this part goes on; null: it begins at its first one. */
  of(part: string): string | null {
    return this.#before.get(part)?.after ?? null;
  }

  /** When the part was last worked on to its end, if a run has reported it. */
  completedAt(part: string): Date | undefined {
    const at = this.#before.get(part)?.completed_at ?? null;
    return at === null ? undefined : new Date(at);
  }

  /** @param after the item behind which the next run goes on; null when nothing was left */
  reached(part: string, after: string | null): void {
    this.#reached.set(part, { after, isAtEnd: after === null, isReported: false });
  }

  /** As `reached`, for what has a worker of its own: it says so on record also when nothing has changed. */
  report(part: string, after: string | null, isAtEnd: boolean): void {
    this.#reached.set(part, { after, isAtEnd, isReported: true });
  }

  /** Writes what has changed. Of two runs at the same time, the one that is first moves a part on. */
  async write(): Promise<void> {
    for (const [part, { after, isAtEnd, isReported }] of this.#reached) {
      const before = this.#before.get(part);
      if (!isReported && after === (before?.after ?? null)) continue;
      const completedAt = isAtEnd ? timestamp(this.#now()) : (before?.completed_at ?? null);
      const next = { part, after, completed_at: completedAt, version: (before?.version ?? 0) + 1 };
      await this.#save(before, next);
    }
  }

  async #save(before: PartProgress | undefined, next: PartProgress): Promise<void> {
    try {
      await this.#progress.save(before, next);
    } catch (error) {
      if (!(error instanceof SweepMovedError)) throw error;
      log.info('another sweep was faster', { part: next.part });
    }
  }
}

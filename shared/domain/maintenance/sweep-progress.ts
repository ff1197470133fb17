import * as z from 'zod';
import { type Clock, timestamp } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';

/** How far the sweep has come in one part of its work. */
export const PartProgress = z.object({
  part: z.string(),
  /** The item after which the next run continues; null when the last run reached the end. */
  after: z.string().nullable(),
  /** When a run last reached the end. */
  completed_at: z.string().nullable(),
  /** Rises with each write: the optimistic lock. */
  version: z.int(),
});
export type PartProgress = z.infer<typeof PartProgress>;

/** Another run advanced this part since its progress was read. That run's progress stands. */
export class SweepMovedError extends Error {
  override readonly name = 'SweepMovedError';
}

/** Where the next run continues after one ran out of time. */
export interface SweepProgress {
  /** By part. A part that was never cut short can be missing. */
  all(): Promise<ReadonlyMap<string, PartProgress>>;
  /** @throws SweepMovedError */
  save(previous: PartProgress | undefined, next: PartProgress): Promise<void>;
}

interface Reached {
  readonly after: string | null;
  readonly isAtEnd: boolean;
  readonly isReported: boolean;
}

/** Where the parts of one run begin, and how far they get. */
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

  /** The item after which this part continues; null to begin with the first one. */
  of(part: string): string | null {
    return this.#before.get(part)?.after ?? null;
  }

  /** When a run last finished the part, if one has reported it. */
  completedAt(part: string): Date | undefined {
    const at = this.#before.get(part)?.completed_at ?? null;
    return at === null ? undefined : new Date(at);
  }

  /** @param after the item after which the next run continues; null when nothing is left */
  reached(part: string, after: string | null): void {
    this.#reached.set(part, { after, isAtEnd: after === null, isReported: false });
  }

  /** Like `reached`, for a part with its own worker, which records its progress even if nothing has changed. */
  report(part: string, after: string | null, isAtEnd: boolean): void {
    this.#reached.set(part, { after, isAtEnd, isReported: true });
  }

  /** Writes changed progress. Of two concurrent runs, the first to write wins. */
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
      log.info('another sweep recorded its progress first', { part: next.part });
    }
  }
}

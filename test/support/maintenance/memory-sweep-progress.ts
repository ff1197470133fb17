import {
  type PartProgress,
  SweepMovedError,
  type SweepProgress,
} from '../../../shared/domain/maintenance/sweep-progress.ts';

/** Sweep progress in memory. Check and write are one step. */
export class MemorySweepProgress implements SweepProgress {
  readonly rows = new Map<string, PartProgress>();

  async all(): Promise<ReadonlyMap<string, PartProgress>> {
    return new Map(this.rows);
  }

  async save(previous: PartProgress | undefined, next: PartProgress): Promise<void> {
    if (this.rows.get(next.part)?.version !== previous?.version)
      throw new SweepMovedError(`another sweep advanced ${next.part}`);
    this.rows.set(next.part, next);
  }
}

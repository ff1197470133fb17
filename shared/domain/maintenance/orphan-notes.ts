import type { Clock } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import type { Disks, Snapshot, Volume } from '../sandboxes/record/disks.ts';
import { limits } from '../sandboxes/record/limits.ts';

interface NoteDeps {
  readonly disks: Pick<Disks, 'noteOrphans'>;
  readonly now: Clock;
}

type Disk = Pick<Volume | Snapshot, 'id' | 'orphanSince'>;

/** What EC2 may be given at once. */
const AT_ONCE = 200;

const GRACE_MILLISECONDS = limits.orphanDays * 24 * 60 * 60 * 1000;

/**
 * Since when each disk seems to be an orphan, as tags of the disks themselves. The notes survive the loss of every
 * table, and each failure to read or write one keeps the disk for longer.
 */
export class OrphanNotes {
  readonly #deps: NoteDeps;
  readonly #now: Date;
  readonly #new: string[] = [];
  readonly #over: string[] = [];

  constructor(deps: NoteDeps) {
    this.#deps = deps;
    this.#now = deps.now();
  }

  /** Notes a disk that is surely needed, although no row refers to it yet. */
  keep(disk: Disk): void {
    this.isToWait(disk);
  }

  /** Whether a disk that seems to be an orphan is kept for now. */
  isToWait({ id, orphanSince }: Disk): boolean {
    const since = orphanSince === null ? Number.POSITIVE_INFINITY : Date.parse(orphanSince);
    // A time that is still to come was no sweep's: the disk is noted anew.
    if (since > this.#now.getTime()) this.#new.push(id);
    return this.#now.getTime() - since < GRACE_MILLISECONDS;
  }

  /** These disks are needed: if they seemed to be orphans, this is over. */
  backAgain(disks: readonly Disk[]): void {
    this.#over.push(...disks.filter(({ orphanSince }) => orphanSince !== null).map(({ id }) => id));
  }

  /** @throws when EC2 did not take a note: the next sweep repeats it. */
  async write(): Promise<void> {
    if (this.#new.length > 0) {
      const days = limits.orphanDays;
      log.warn('sweep keeps volumes and snapshots that seem to be orphans', { count: this.#new.length, days });
    }
    await this.#note(this.#new, this.#now);
    await this.#note(this.#over, null);
  }

  async #note(ids: readonly string[], since: Date | null): Promise<void> {
    for (let start = 0; start < ids.length; start += AT_ONCE)
      await this.#deps.disks.noteOrphans(ids.slice(start, start + AT_ONCE), since);
  }
}

import type { Clock } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import { startSnapshotOf } from '../sandboxes/record/base-snapshot.ts';
import { isTombstone } from '../sandboxes/record/conditions.ts';
import type { DiskOwner, Disks, Snapshot, Volume } from '../sandboxes/record/disks.ts';
import { markOf, parseStartedBy } from '../sandboxes/record/identity.ts';
import { limits } from '../sandboxes/record/limits.ts';
import { phaseFacts } from '../sandboxes/record/phases.ts';
import type { Sandbox } from '../sandboxes/record/sandbox.ts';
import type { WorkspaceSnapshot } from '../sandboxes/record/workspace-snapshot.ts';

/**
 * Whether a disk is still needed. `newer`: the disk is of a later generation than its row, so the row comes from a
 * backup. `orphan`: the row proves that it is not needed. `unproven`: there is no such row, or it only knows older
 * workspaces; the table may be lost or restored from a backup.
 */
export type Standing = 'needed' | 'newer' | 'unproven' | 'orphan';

/** A volume in no row holds no unsaved work, but the row of a start in progress may not name its volume yet. */
export function standingOfVolume(volume: Volume, row: Sandbox | undefined): Standing {
  const generation = generationIn(volume.owner, row);
  if (!row || generation === undefined) return 'unproven';
  if (isTombstone(row)) return 'orphan';
  if (row.volume_id === volume.id || row.discards.some(({ id }) => id === volume.id)) return 'needed';
  if (generation !== row.generation) return generation < row.generation ? 'orphan' : 'newer';
  const mayBeItsDisk = row.volume_id === null && phaseFacts[row.phase].hasTask;
  const isUncollected = row.phase === 'DELETING' && !row.receipt?.collected;
  return mayBeItsDisk || isUncollected ? 'needed' : 'orphan';
}

/** Like `standingOfVolume`. The row may not yet name the snapshot of a volume that is being saved. */
export function standingOfSnapshot(snapshot: Snapshot, row: Sandbox | undefined): Standing {
  const generation = generationIn(snapshot.owner, row);
  if (!row || generation === undefined) return 'unproven';
  if (isTombstone(row)) return 'orphan';
  const ids = [
    startSnapshotOf(row),
    row.previous_snapshot_id,
    row.saving_snapshot_id,
    ...row.discards.map(({ id }) => id),
  ];
  if (ids.includes(snapshot.id)) return 'needed';
  if (isBehind(row, generation)) return 'newer';
  // A second snapshot of the volume becomes an orphan when the volume is saved. Until then it may be the only one.
  if (row.phase === 'SAVING' && row.volume_id === snapshot.volumeId && snapshot.state !== 'error') return 'needed';
  return isNewerThanSaved(snapshot, row) ? 'unproven' : 'orphan';
}

/** Whether the EBS snapshot that was taken for an owner's snapshot is still needed. */
export function standingOfCopy(copy: Snapshot, row: WorkspaceSnapshot | undefined): Standing {
  if (!row) return 'unproven';
  if (row.state === 'DELETED') return 'orphan';
  if (row.ebs_snapshot_id === copy.id) return 'needed';
  // Its id may not be recorded yet, or its row is about to delete it.
  const isOpen = row.ebs_snapshot_id === null && row.volume_id === copy.volumeId;
  return isOpen && copy.state !== 'error' ? 'needed' : 'orphan';
}

/** The row may come from a backup and have come to rest without this snapshot. */
function isNewerThanSaved({ state, startedAt }: Snapshot, { saved_at: savedAt, phase }: Sandbox): boolean {
  return state !== 'error' && phase !== 'DELETING' && (savedAt === null || startedAt > savedAt);
}

/** Whether a snapshot of this generation is newer than the row, which then comes from a backup. */
function isBehind(row: Sandbox, generation: number): boolean {
  if (generation !== row.generation) return generation > row.generation;
  return phaseFacts[row.phase].hasTask && row.phase !== 'DELETING';
}

/** @returns undefined when the disk belongs to another sandbox than the row */
function generationIn(owner: DiskOwner | undefined, row: Sandbox | undefined): number | undefined {
  if (!row || owner?.mark !== markOf(row)) return undefined;
  return parseStartedBy(owner.startedBy)?.generation;
}

interface NoteDeps {
  readonly disks: Pick<Disks, 'noteOrphans'>;
  readonly now: Clock;
}

type Disk = Pick<Volume | Snapshot, 'id' | 'orphanSince'>;

/** The most disks in one call. */
const AT_ONCE = 200;

const GRACE_MILLISECONDS = limits.orphanDays * 24 * 60 * 60 * 1000;

/**
 * Records on each disk, as a tag, since when it appears to be an orphan. Tags survive the loss of every table, and a
 * failure to read or write one only keeps the disk longer.
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

  /** Records a disk that is needed although no row refers to it yet. */
  keep(disk: Disk): void {
    this.isInGracePeriod(disk);
  }

  /** Whether an apparent orphan is still in its grace period. The first call starts that period. */
  isInGracePeriod({ id, orphanSince }: Disk): boolean {
    const since = orphanSince === null ? Number.POSITIVE_INFINITY : Date.parse(orphanSince);
    // No sweep writes a future time: the period starts again.
    if (since > this.#now.getTime()) this.#new.push(id);
    return this.#now.getTime() - since < GRACE_MILLISECONDS;
  }

  /** Clears the notes of disks that are needed. */
  clear(disks: readonly Disk[]): void {
    this.#over.push(...disks.filter(({ orphanSince }) => orphanSince !== null).map(({ id }) => id));
  }

  /** @throws when a tag could not be written; the next sweep tries again */
  async write(): Promise<void> {
    if (this.#new.length > 0) {
      const days = limits.orphanDays;
      log.warn('sweep keeps volumes and snapshots that appear to be orphans', { count: this.#new.length, days });
    }
    await this.#note(this.#new, this.#now);
    await this.#note(this.#over, null);
  }

  async #note(ids: readonly string[], since: Date | null): Promise<void> {
    for (let start = 0; start < ids.length; start += AT_ONCE)
      await this.#deps.disks.noteOrphans(ids.slice(start, start + AT_ONCE), since);
  }
}

import type { DiskOwner, Snapshot, Volume } from '../sandboxes/record/disks.ts';
import { markOf, parseStartedBy } from '../sandboxes/record/identity.ts';
import { isResting, isTombstone, type Sandbox } from '../sandboxes/record/sandbox.ts';

/** A volume in no row holds no unsaved work, but the row of a start under way may not name its volume yet. */
export function isOrphanVolume(volume: Volume, row: Sandbox | undefined): boolean {
  const generation = generationIn(volume.owner, row);
  if (!row || generation === undefined) return true;
  if (row.volume_id === volume.id || row.discards.some(({ id }) => id === volume.id)) return false;
  if (generation !== row.generation) return generation < row.generation;
  const mayBeItsDisk = row.volume_id === null && !isResting(row) && row.phase !== 'SAVING';
  return !mayBeItsDisk && !(row.phase === 'DELETING' && !row.receipt?.collected);
}

/** As `isOrphanVolume`. The snapshot of a volume that is being saved may not have reached the row. */
export function isOrphanSnapshot(snapshot: Snapshot, row: Sandbox | undefined): boolean {
  const generation = generationIn(snapshot.owner, row);
  if (!row || generation === undefined) return true;
  const ids = [row.snapshot_id, row.previous_snapshot_id, row.saving_snapshot_id, ...row.discards.map(({ id }) => id)];
  if (ids.includes(snapshot.id)) return false;
  return !(row.phase === 'SAVING' && row.volume_id === snapshot.volumeId && row.saving_snapshot_id === null);
}

/** @returns undefined when the disk was made for another sandbox than the row's. */
function generationIn(owner: DiskOwner | undefined, row: Sandbox | undefined): number | undefined {
  if (!row || isTombstone(row) || owner?.mark !== markOf(row)) return undefined;
  return parseStartedBy(owner.startedBy)?.generation;
}

import type { DiskOwner, Snapshot, Volume } from './disks.ts';
import { markOf, parseStartedBy } from './identity.ts';
import { isResting, isTombstone, type Sandbox } from './sandbox.ts';

/**
 * Whether nobody will ever need this volume. A volume that an agent had in its hands is on the record of its sandbox until it is saved, so what is on no record
 * holds nothing; but the disk of a start that is under way may not be on record yet.
 *
 * @param row as it is now
 */
export function isOrphanVolume(volume: Volume, row: Sandbox | undefined): boolean {
  const generation = generationIn(volume.owner, row);
  if (!row || generation === undefined) return true;
  if (row.volume_id === volume.id || row.discards.some(({ id }) => id === volume.id)) return false;
  if (generation !== row.generation) return generation < row.generation;
  const mayBeItsDisk = row.volume_id === null && !isResting(row) && row.phase !== 'SAVING';
  return !mayBeItsDisk && !(row.phase === 'DELETING' && !row.receipt?.collected);
}

/** The same for a snapshot. One of the volume that is being saved may be the very one whose id was not heard of. */
export function isOrphanSnapshot(snapshot: Snapshot, row: Sandbox | undefined): boolean {
  const generation = generationIn(snapshot.owner, row);
  if (!row || generation === undefined) return true;
  const ids = [row.snapshot_id, row.previous_snapshot_id, row.saving_snapshot_id, ...row.discards.map(({ id }) => id)];
  if (ids.includes(snapshot.id)) return false;
  return !(row.phase === 'SAVING' && row.volume_id === snapshot.volumeId && row.saving_snapshot_id === null);
}

/** @returns undefined when the row is not the one that the disk was made for. */
function generationIn(owner: DiskOwner | undefined, row: Sandbox | undefined): number | undefined {
  if (!row || isTombstone(row) || owner?.mark !== markOf(row)) return undefined;
  return parseStartedBy(owner.startedBy)?.generation;
}

import type { Disks, Snapshot } from '../sandboxes/record/disks.ts';
import { snapshotName } from '../sandboxes/record/identity.ts';
import type { StoredSnapshotRow } from '../sandboxes/store/snapshot-store.ts';
import type { SweepRun } from './sweep-run.ts';
import type { SnapshotSweepDeps } from './sweep-snapshots.ts';

interface StoredSweepDeps extends Pick<SnapshotSweepDeps, 'snapshots' | 'workOnSnapshot'> {
  readonly disks: Pick<Disks, 'nameSnapshot'>;
}

/** A row with the EBS snapshot that it owns. */
type Stored = StoredSnapshotRow & { readonly ebs_snapshot_id: string };

/**
 * Compares the snapshots of owners with the EBS snapshots that exist. Starts the worker of each whose data is missing:
 * it asks EC2 again, as the list can be older than the row. Tags the saved workspaces that became snapshots. Without
 * the tag, their sandbox would decide on them if the table of snapshots were lost, and it no longer needs them.
 *
 * @param existing all EBS snapshots of the deployment
 * @returns the EBS snapshots that rows refer to
 */
export async function sweepStoredSnapshots(
  run: SweepRun,
  existing: ReadonlyMap<string, Snapshot>,
  deps: StoredSweepDeps,
): Promise<ReadonlySet<string>> {
  const referenced = new Set<string>();
  const missing: Stored[] = [];
  const untagged: Stored[] = [];
  for await (const page of deps.snapshots.stored()) {
    for (const row of page.filter(hasData)) {
      referenced.add(row.ebs_snapshot_id);
      const snapshot = existing.get(row.ebs_snapshot_id);
      if (!snapshot) missing.push(row);
      else if (snapshot.takenFor !== snapshotName(row)) untagged.push(row);
    }
  }
  await run.each('snapshots-missing', missing, nameOf, (row) =>
    deps.workOnSnapshot(row.owner_id, row.snapshot_id, row.ebs_snapshot_id),
  );
  await run.each('snapshots-untagged', untagged, nameOf, (row) =>
    deps.disks.nameSnapshot(row.ebs_snapshot_id, snapshotName(row)),
  );
  return referenced;
}

function hasData(row: StoredSnapshotRow): row is Stored {
  return row.ebs_snapshot_id !== null;
}

function nameOf({ owner_id: ownerId, snapshot_id: id }: StoredSnapshotRow): string {
  return `snapshot ${ownerId}/${id}`;
}

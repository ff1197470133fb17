import type { Clock } from '../../../platform/clock.ts';
import { AppError, NotFoundError, retryLostRaces } from '../../../platform/errors.ts';
import { changedSnapshot, isShown, type WorkspaceSnapshot } from '../record/workspace-snapshot.ts';
import type { SnapshotStore } from '../store/snapshot-store.ts';
import { deletionRequested, expiryOf } from './snapshot-changes.ts';

interface ChangeDeps {
  readonly snapshots: Pick<SnapshotStore, 'find' | 'save'>;
  readonly now: Clock;
}

export interface SnapshotChange {
  readonly name?: string | null | undefined;
  /** Days from the time when the snapshot became READY; null keeps it until it is deleted. */
  readonly retentionDays?: number | null | undefined;
}

/** @throws NotFoundError also for a snapshot that is being deleted, and for one of another owner */
export async function requireSnapshot(
  ownerId: string,
  snapshotId: string,
  { snapshots }: { readonly snapshots: Pick<SnapshotStore, 'find'> },
): Promise<WorkspaceSnapshot> {
  const row = await snapshots.find(ownerId, snapshotId);
  if (!row || !isShown(row)) throw new NotFoundError('Snapshot', snapshotId);
  return row;
}

/** Changes the fields that are given. A snapshot that a client changes is kept, even if it was made for a fork. */
export function changeSnapshot(
  ownerId: string,
  snapshotId: string,
  { name, retentionDays }: SnapshotChange,
  deps: ChangeDeps,
): Promise<WorkspaceSnapshot> {
  return retryLostRaces(async () => {
    const row = await requireSnapshot(ownerId, snapshotId, deps);
    const next = changedSnapshot(row, deps.now(), {
      kept: true,
      ...(name === undefined ? {} : { name }),
      ...(retentionDays === undefined ? {} : retained(row, retentionDays)),
    });
    await deps.snapshots.save({ previous: row, next });
    return next;
  });
}

/** The days count from when it became READY. A failed snapshot keeps its own date. */
function retained(row: WorkspaceSnapshot, days: number | null): Partial<WorkspaceSnapshot> {
  if (row.ready_at === null) return { retention_days: days };
  return { retention_days: days, expires_at: expiryOf(days, new Date(row.ready_at)) };
}

/** @throws NotFoundError; AppError `conflict` while sandboxes wait for the snapshot to begin from it */
export function deleteSnapshot(ownerId: string, snapshotId: string, deps: ChangeDeps): Promise<WorkspaceSnapshot> {
  return retryLostRaces(async () => {
    const row = await requireSnapshot(ownerId, snapshotId, deps);
    if (row.state === 'CREATING' && row.holds > 0) {
      const detail = `Sandboxes are about to start from snapshot ${snapshotId}. Wait until it is READY, or delete those sandboxes.`;
      throw new AppError('conflict', detail);
    }
    const next = deletionRequested(row, deps.now());
    await deps.snapshots.save({ previous: row, next });
    return next;
  });
}

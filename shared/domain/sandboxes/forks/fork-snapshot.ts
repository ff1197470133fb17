import { AppError, NotFoundError, VersionConflictError } from '../../../platform/errors.ts';
import { log } from '../../../platform/log.ts';
import type { Sandbox } from '../record/sandbox.ts';
import { canBegin, type WorkspaceSnapshot } from '../record/workspace-snapshot.ts';
import { deleteSnapshot } from '../snapshots/change-snapshot.ts';
import { type CreateSnapshotDeps, createSnapshot } from '../snapshots/create-snapshot.ts';
import type { Payer, SnapshotOrder } from '../snapshots/snapshot-changes.ts';
import { sourceOf } from '../snapshots/source-of.ts';

/** A snapshot of a sandbox for a purpose of the service. A repeated request names the same id. */
export interface CopyOrder extends SnapshotOrder {
  readonly id: string;
}

/** The state of a sandbox as a snapshot, and whether it was made for this. */
export interface Copy {
  readonly snapshot: WorkspaceSnapshot;
  readonly isNew: boolean;
}

/**
 * The state of a sandbox as a snapshot: the one that it begins from if its workspace has not changed since, or a new
 * one.
 *
 * @throws AppError as `createSnapshot`
 */
export async function copyOf(source: Sandbox, order: CopyOrder, payer: Payer, deps: CreateSnapshotDeps): Promise<Copy> {
  const { owner_id: ownerId, sandbox_id: sandboxId } = source;
  const earlier = await deps.snapshots.find(ownerId, order.id);
  if (earlier) return { snapshot: earlier, isNew: true };
  const where = sourceOf(source);
  const base = where.kind === 'shared' ? await deps.snapshots.find(ownerId, where.snapshotId) : undefined;
  if (base && canBegin(base) && (base.kept || !order.kept)) return { snapshot: base, isNew: false };
  try {
    const snapshot = await createSnapshot({ ownerId, sandboxId }, order, payer, async () => [], deps);
    return { snapshot, isNew: true };
  } catch (error) {
    // An attempt of this request that runs at the same time can have made it.
    const made = error instanceof VersionConflictError ? await deps.snapshots.find(ownerId, order.id) : undefined;
    if (!made) throw error;
    return { snapshot: made, isNew: true };
  }
}

/** Deletes a snapshot from which no fork began. A failure is left to the sweep, which deletes it later. */
export async function discardCopy({ snapshot, isNew }: Copy, deps: CreateSnapshotDeps): Promise<void> {
  const { owner_id: ownerId, snapshot_id: id } = snapshot;
  if (!isNew) return;
  try {
    await deleteSnapshot(ownerId, id, deps);
  } catch (error) {
    if (error instanceof NotFoundError) return;
    if (!(error instanceof AppError)) log.error('snapshot of a refused fork stays', { owner_id: ownerId, id, error });
  }
}

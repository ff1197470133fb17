import { AppError, badField, VersionConflictError } from '../../../platform/errors.ts';
import { changeIntent } from '../intent/intents.ts';
import { retentionEnd } from '../lifecycle/changes.ts';
import { isResting } from '../record/conditions.ts';
import { changed, type Discard, type Sandbox } from '../record/sandbox.ts';
import type { WorkspaceSnapshot } from '../record/workspace-snapshot.ts';
import type { CreateSnapshotDeps } from '../snapshots/create-snapshot.ts';
import type { Payer } from '../snapshots/snapshot-changes.ts';
import { sourceOf } from '../snapshots/source-of.ts';
import type { SandboxStore } from '../store/sandbox-store.ts';
import { requireUsable, workspaceOf } from './begin-from-snapshot.ts';
import { copyOf } from './fork-snapshot.ts';

export interface RestoreDeps extends CreateSnapshotDeps {
  readonly sandboxes: Pick<SandboxStore, 'find' | 'save'>;
}

export interface RestoreOrder {
  readonly snapshotId: string;
  readonly payer: Payer;
  /** The id of the snapshot that keeps the state before, which a repeated request derives again for a generation. */
  readonly keptIdOf: (generation: number) => string;
}

/** The sandbox after a restore, and the snapshot with its state before; null if there was no state to keep. */
export interface Restored {
  readonly sandbox: Sandbox;
  readonly keptId: string | null;
}

/**
 * Makes a snapshot the workspace of a sandbox at rest. Its state before is kept as a snapshot first: if the service
 * fails in between, the sandbox still begins from that state.
 *
 * @throws NotFoundError; AppError `conflict`, `validation_failed`, and as `createSnapshot`
 */
export async function restoreSandbox(
  ownerId: string,
  sandboxId: string,
  order: RestoreOrder,
  deps: RestoreDeps,
): Promise<Restored> {
  const target = requireUsable(await deps.snapshots.find(ownerId, order.snapshotId), order.snapshotId);
  let restored: Restored | undefined;
  await changeIntent(ownerId, sandboxId, deps.sandboxes, async (sandbox) => {
    requireRestorable(sandbox, target);
    if (isUnchangedSince(sandbox, target)) {
      const kept = await deps.snapshots.find(ownerId, order.keptIdOf(sandbox.generation));
      restored = { sandbox, keptId: kept?.snapshot_id ?? null };
      return;
    }
    restored = await replace(sandbox, target, order, deps);
  });
  if (!restored) throw new Error(`sandbox ${sandboxId} was not restored`);
  return restored;
}

async function replace(
  sandbox: Sandbox,
  target: WorkspaceSnapshot,
  { keptIdOf, payer }: RestoreOrder,
  deps: RestoreDeps,
): Promise<Restored> {
  const { owner_id: ownerId, sandbox_id: sandboxId } = sandbox;
  const name = `Before restore of ${target.name ?? target.snapshot_id}`.slice(0, NAME_LENGTH);
  const order = { id: keptIdOf(sandbox.generation), name, retentionDays: null, kept: true };
  const hasState = sourceOf(sandbox).kind !== 'none';
  const kept = hasState ? (await copyOf(sandbox, order, payer, deps)).snapshot.snapshot_id : null;
  // The copy changes the row: the workspace that the sandbox saved is the snapshot's now.
  const previous = hasState ? await deps.sandboxes.find(ownerId, sandboxId) : sandbox;
  if (!previous || sourceOf(previous).kind === 'own') throw new VersionConflictError('sandbox', sandboxId);
  requireRestorable(previous, target);
  const next = restoredTo(previous, target, deps.now());
  await deps.sandboxes.save([{ previous, next }]);
  return { sandbox: next, keptId: kept };
}

const NAME_LENGTH = 200;

/** @throws AppError `conflict`, `validation_failed` */
function requireRestorable(sandbox: Sandbox, target: WorkspaceSnapshot): void {
  const { sandbox_id: id, desired, volume_id: volumeId, spec_id: specId } = sandbox;
  if (desired !== 'PAUSED' || !isResting(sandbox))
    throw new AppError('conflict', `Sandbox ${id} is not paused. Pause it, wait until it is PAUSED, then restore it.`);
  if (volumeId !== null) {
    const remedy = 'Resume it, then pause it, so that its disk is saved. Then restore it.';
    throw new AppError('conflict', `Sandbox ${id} has a disk that could not be saved yet. ${remedy}`);
  }
  if (target.state !== 'READY') {
    const detail = `Snapshot ${target.snapshot_id} is still being created. Wait until it is READY, then restore it.`;
    throw new AppError('conflict', detail);
  }
  if (target.spec_id !== specId) {
    const remedy = 'Start a new sandbox from it instead.';
    throw badField(
      ['snapshot_id'],
      `The snapshot is of the sandbox spec '${target.spec_id}', not '${specId}'. ${remedy}`,
    );
  }
}

function isUnchangedSince({ snapshot_id: own, base_snapshot: base }: Sandbox, target: WorkspaceSnapshot): boolean {
  return own === null && base?.snapshot_id === target.snapshot_id;
}

/** The row whose workspace is the snapshot. An expired or lost workspace exists again. */
function restoredTo(sandbox: Sandbox, target: WorkspaceSnapshot, now: Date): Sandbox {
  const { previous_snapshot_id: former, workspace_gigabytes: gigabytes } = sandbox;
  const workspace = workspaceOf(target);
  // Files in it are sealed under another key than the new workspace's, so no agent could open them.
  const isForeign = workspace.seal.id !== sandbox.seal.id;
  const discard: Discard[] = former !== null && isForeign ? [{ kind: 'snapshot', id: former }] : [];
  return changed(sandbox, now, {
    ...workspace,
    phase: 'PAUSED',
    stop_into: 'PAUSED',
    status_reason: null,
    snapshot_id: null,
    previous_snapshot_id: isForeign ? null : former,
    discards: [...sandbox.discards, ...discard],
    workspace_gigabytes: Math.max(gigabytes, target.size_gib),
    workspace_kept: null,
    restarts: 0,
    expires_at: retentionEnd(sandbox, now),
  });
}

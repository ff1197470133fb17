import { AppError } from '../../../platform/errors.ts';
import { startSnapshotOf } from '../record/base-snapshot.ts';
import { hasLostWorkspace } from '../record/conditions.ts';
import type { Snapshot } from '../record/disks.ts';
import { markOf } from '../record/identity.ts';
import { workspaceKeptAgain } from '../record/ledger-of.ts';
import { changed, type Sandbox } from '../record/sandbox.ts';
import { retentionEnd } from './changes.ts';

/**
 * Makes another snapshot of the sandbox its workspace, from which the next start begins. No row names the replaced
 * snapshot afterwards, so no later pause deletes it.
 *
 * @throws AppError `conflict` with the reason why this sandbox or snapshot cannot be used
 */
export function withWorkspace(sandbox: Sandbox, snapshot: Snapshot, now: Date): Sandbox {
  const { sandbox_id: id, phase, desired, volume_id: volumeId, previous_snapshot_id: previous } = sandbox;
  if ((phase !== 'PAUSED' && phase !== 'ERROR') || desired !== 'PAUSED') {
    throw new AppError('conflict', `Sandbox ${id} is ${phase}, not at rest. Pause it, and wait until it is PAUSED.`);
  }
  if (volumeId !== null) {
    throw new AppError(
      'conflict',
      `Sandbox ${id} has a volume, ${volumeId}, that is newer than every snapshot. Resume and pause the sandbox to save it first.`,
    );
  }
  if (snapshot.owner?.mark !== markOf(sandbox)) {
    throw new AppError(
      'conflict',
      `Snapshot ${snapshot.id} is not of sandbox ${id}. Choose a snapshot of this sandbox.`,
    );
  }
  if (snapshot.state !== 'completed') {
    const { id: other, state } = snapshot;
    throw new AppError('conflict', `Snapshot ${other} is ${state}, not completed. Wait, or choose another snapshot.`);
  }
  if (snapshot.id === startSnapshotOf(sandbox)) {
    throw new AppError('conflict', `Snapshot ${snapshot.id} is already the workspace of sandbox ${id}.`);
  }
  const own = { ...sandbox, snapshot_id: snapshot.id };
  const isKeptNow = hasLostWorkspace(sandbox) || sandbox.base_snapshot !== null;
  return changed(sandbox, now, {
    ...(hasLostWorkspace(sandbox) ? { phase: 'PAUSED', status_reason: null } : {}),
    ...(isKeptNow ? workspaceKeptAgain(own, now) : {}),
    snapshot_id: snapshot.id,
    base_snapshot: null,
    previous_snapshot_id: previous === snapshot.id ? null : previous,
    saved_at: snapshot.startedAt,
    discards: sandbox.discards.filter((discard) => discard.id !== snapshot.id),
    // The snapshot may be of a later generation than a row from a backup.
    ...laterGeneration(sandbox, snapshot),
    expires_at: retentionEnd(sandbox, now),
  });
}

function laterGeneration(
  { generation, wanted_generation: wanted }: Sandbox,
  { owner }: Snapshot,
): Pick<Sandbox, 'generation' | 'wanted_generation'> {
  const saved = Number(owner?.startedBy.split('/').at(-1));
  return { generation: Math.max(generation, saved), wanted_generation: Math.max(wanted, saved) };
}

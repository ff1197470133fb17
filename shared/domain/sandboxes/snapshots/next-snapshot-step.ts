import { isHeld } from '../../../platform/lease.ts';
import type { StatusReason } from '../../../presentation/sandbox-reasons.ts';
import * as reasons from '../../../presentation/snapshot-reasons.ts';
import type { Snapshot } from '../record/disks.ts';
import { limits } from '../record/limits.ts';
import type { Sandbox } from '../record/sandbox.ts';
import type { WorkspaceSnapshot } from '../record/workspace-snapshot.ts';
import { forkEnd } from '../store/snapshot-store.ts';
import { sourceOf } from './source-of.ts';

/** What a worker observed. A missing part was not checked. */
export interface SnapshotObservation {
  /** `absent`: there is no such sandbox, or its id was used again. */
  readonly sandbox?: Sandbox | 'absent';
  readonly ebs?: { readonly id: string; readonly found: Snapshot | 'absent' };
  /** The EBS snapshots with this snapshot's tag. */
  readonly copies?: readonly Snapshot[];
  /** Whether EC2 could not delete its data in this pass. */
  readonly isBusy?: boolean;
}

/** The next thing to do for a snapshot. `none` ends a pass. All effects are safe to repeat. */
export type SnapshotStep =
  | { readonly kind: 'none'; readonly again?: Date }
  | { readonly kind: 'look-at-sandbox' }
  | { readonly kind: 'look-for-copies' }
  | { readonly kind: 'look-at-copy'; readonly ebsSnapshotId: string }
  /** Copies the disk of a running sandbox. */
  | { readonly kind: 'take'; readonly sandbox: Sandbox }
  | { readonly kind: 'adopt'; readonly snapshot: Snapshot }
  | { readonly kind: 'move'; readonly sandbox: Sandbox; readonly ebsSnapshotId: string }
  | { readonly kind: 'share'; readonly sandbox: Sandbox; readonly snapshotId: string }
  | { readonly kind: 'finish' }
  | { readonly kind: 'lose-copy'; readonly reason: StatusReason }
  | { readonly kind: 'fail'; readonly reason: StatusReason }
  /** Its EBS snapshot was deleted outside this service. */
  | { readonly kind: 'lose-data'; readonly reason: StatusReason }
  | { readonly kind: 'delete' }
  /** Deletes copies whose ids were never recorded, then everything else. */
  | { readonly kind: 'bury'; readonly strays: readonly Snapshot[] };

const HOURS = limits.saving / 3600;

/** When to check again for something expected soon, in milliseconds. */
const SOON = 5_000;

/** Depends only on row and observation, so that any event can be lost, repeated or late. */
export function nextSnapshotStep(row: WorkspaceSnapshot, seen: SnapshotObservation, now: Date): SnapshotStep {
  switch (row.state) {
    case 'CREATING':
      return creating(row, seen, now);
    case 'READY':
      if (!isUnneeded(row, now) && isDataGone(row, seen, now)) return { kind: 'lose-data', reason: reasons.dataGone };
      return isUnneeded(row, now) ? { kind: 'delete' } : { kind: 'none' };
    case 'ERROR':
      return isUnneeded(row, now) ? { kind: 'delete' } : { kind: 'none' };
    case 'DELETING':
      return deleting(row, seen, now);
    case 'DELETED':
      return { kind: 'none' };
  }
}

function creating(row: WorkspaceSnapshot, seen: SnapshotObservation, now: Date): SnapshotStep {
  if (row.ebs_snapshot_id !== null) return watchCopy(row, row.ebs_snapshot_id, seen, now);
  if (isHeld(row.lease_until, now)) return { kind: 'none', again: new Date(row.lease_until ?? now) };
  if (row.volume_id !== null) {
    // An earlier call may have begun a copy, whose response was lost.
    if (seen.copies === undefined) return { kind: 'look-for-copies' };
    const found = seen.copies.find(({ state, volumeId }) => state !== 'error' && volumeId === row.volume_id);
    if (found) return { kind: 'adopt', snapshot: found };
  }
  if (secondsSince(row.created_at, now) > limits.saving) return { kind: 'fail', reason: reasons.copyTooLate(HOURS) };
  if (row.retry_at !== null && row.retry_at > now.toISOString()) return { kind: 'none', again: new Date(row.retry_at) };
  if (seen.sandbox === undefined) return { kind: 'look-at-sandbox' };
  return begin(seen.sandbox === 'absent' ? undefined : seen.sandbox, now);
}

function begin(sandbox: Sandbox | undefined, now: Date): SnapshotStep {
  const source = sourceOf(sandbox);
  if (source.kind === 'none' || sandbox === undefined)
    return { kind: 'fail', reason: source.kind === 'none' ? source.reason : reasons.sandboxDeleted };
  switch (source.kind) {
    case 'volume':
      return { kind: 'take', sandbox };
    case 'own':
      return { kind: 'move', sandbox, ebsSnapshotId: source.ebsSnapshotId };
    case 'shared':
      return { kind: 'share', sandbox, snapshotId: source.snapshotId };
    case 'soon':
      return { kind: 'none', again: new Date(now.getTime() + SOON) };
  }
}

function watchCopy(row: WorkspaceSnapshot, id: string, { ebs }: SnapshotObservation, now: Date): SnapshotStep {
  if (ebs?.id !== id) {
    const isSilent = secondsSince(row.updated_at, now) > limits.silence;
    return isSilent ? { kind: 'look-at-copy', ebsSnapshotId: id } : { kind: 'none' };
  }
  const { found } = ebs;
  if (found === 'absent') {
    const isGone = secondsSince(row.updated_at, now) > limits.consistency;
    return isGone ? { kind: 'lose-copy', reason: reasons.copyFailed('it no longer exists') } : { kind: 'none' };
  }
  if (found.state === 'completed') return { kind: 'finish' };
  if (found.state === 'error')
    return { kind: 'lose-copy', reason: reasons.copyFailed(found.message ?? 'EC2 gave no reason') };
  if (secondsSince(found.startedAt, now) > limits.saving) return { kind: 'fail', reason: reasons.copyTooLate(HOURS) };
  return { kind: 'none' };
}

/** EC2 no longer has the data of a snapshot that was READY. It may not show what was completed a moment ago. */
function isDataGone(row: WorkspaceSnapshot, { ebs }: SnapshotObservation, now: Date): boolean {
  if (ebs === undefined || ebs.id !== row.ebs_snapshot_id || ebs.found !== 'absent') return false;
  return secondsSince(row.ready_at ?? row.created_at, now) > limits.consistency;
}

/** Its retention is over, or nothing begins from the snapshot of a fork any more. */
function isUnneeded(row: WorkspaceSnapshot, now: Date): boolean {
  const at = now.toISOString();
  if (row.expires_at !== null && row.expires_at <= at) return true;
  return !row.kept && row.holds === 0 && forkEnd(row) <= at;
}

function deleting(row: WorkspaceSnapshot, seen: SnapshotObservation, now: Date): SnapshotStep {
  if (row.holds > 0 || seen.isBusy) return { kind: 'none' };
  // A call in progress may still begin a copy.
  if (isHeld(row.lease_until, now)) return { kind: 'none', again: new Date(row.lease_until ?? now) };
  if (row.volume_id === null) return { kind: 'bury', strays: [] };
  if (seen.copies === undefined) return { kind: 'look-for-copies' };
  return { kind: 'bury', strays: seen.copies.filter(({ id }) => id !== row.ebs_snapshot_id) };
}

function secondsSince(at: string, now: Date): number {
  return (now.getTime() - Date.parse(at)) / 1000;
}

import type { Caller } from '../../../contract/endpoint/caller.ts';
import { lineagesOf } from '../../../contract/shapes/lineages.ts';
import { timestamp } from '../../../platform/clock.ts';
import { leaseUntil } from '../../../platform/lease.ts';
import type { StatusReason } from '../../../presentation/sandbox-reasons.ts';
import { carriedSeal } from '../record/base-snapshot.ts';
import type { Snapshot } from '../record/disks.ts';
import { backoff, limits } from '../record/limits.ts';
import { privacyOf } from '../record/privacy-fields.ts';
import { newReceipt } from '../record/receipt.ts';
import { changed, type Sandbox } from '../record/sandbox.ts';
import { changedSnapshot, ownedEbsSnapshot, type WorkspaceSnapshot } from '../record/workspace-snapshot.ts';

/** The row of a snapshot after each step. Pure, like the decisions. */

const DAY = 24 * 60 * 60 * 1000;

export interface SnapshotOrder {
  readonly name: string | null;
  /** Null keeps the snapshot until it is deleted. */
  readonly retentionDays: number | null;
  /** False for the snapshot of a fork, which the service deletes when nothing needs it. */
  readonly kept: boolean;
}

/** Who requests a snapshot, and pays for its storage. */
export type Payer = Pick<Sandbox, 'api_key_id' | 'lineages' | 'created_by'>;

export function payerOf(caller: Caller): Payer {
  return { api_key_id: caller.keyId, lineages: [...lineagesOf(caller)], created_by: caller.person?.id };
}

/** A requested snapshot, before anything is copied. @param payer the API key that requests it */
export function newSnapshot(
  sandbox: Sandbox,
  snapshotId: string,
  { name, retentionDays, kept }: SnapshotOrder,
  payer: Payer,
  now: Date,
): WorkspaceSnapshot {
  const at = timestamp(now);
  return {
    owner_id: sandbox.owner_id,
    snapshot_id: snapshotId,
    name,
    sandbox_id: sandbox.sandbox_id,
    sandbox_created_at: sandbox.created_at,
    generation: sandbox.generation,
    spec_id: sandbox.spec_id,
    state: 'CREATING',
    state_since: at,
    status_reason: null,
    version: 1,
    volume_id: null,
    ebs_snapshot_id: null,
    of_snapshot_id: null,
    ...copied(sandbox),
    synced: true,
    holds: 0,
    released_at: null,
    waiting: [],
    retention_days: retentionDays,
    expires_at: null,
    kept,
    ...privacyOf({ created_by: payer.created_by, private_to: sandbox.private_to }),
    api_key_id: payer.api_key_id,
    ...(payer.lineages === undefined ? {} : { lineages: [...payer.lineages] }),
    lease_until: null,
    retry_at: null,
    attempts: 0,
    refusals: 0,
    receipt: null,
    purge_at: null,
    created_at: at,
    updated_at: at,
    ready_at: null,
  };
}

/** What a start needs to know of the workspace, as it is at the time of the copy. */
function copied(sandbox: Sandbox) {
  const { filesystem_type, working_dir, seals_with_boot_key } = sandbox;
  // A new size of the sandbox only applies from its next start.
  const known = sandbox.workspace_kept?.gigabytes ?? sandbox.launch?.volume?.size_gib;
  const size_gib = known ?? sandbox.workspace_gigabytes;
  return { size_gib, filesystem_type, working_dir, seals_with_boot_key, seal: carriedSeal(sandbox) };
}

/** The rows when the saved workspace of a sandbox at rest becomes the snapshot's. The sandbox begins from it. */
export function moved(row: WorkspaceSnapshot, sandbox: Sandbox, ebsSnapshotId: string, now: Date) {
  const base = { snapshot_id: row.snapshot_id, ebs_snapshot_id: ebsSnapshotId };
  const own = { ebs_snapshot_id: ebsSnapshotId };
  return {
    sandbox: changed(sandbox, now, { snapshot_id: null, base_snapshot: base, workspace_kept: null }),
    snapshot: ready(
      { ...row, ...copied(sandbox), ...own, generation: sandbox.generation, synced: true, holds: row.holds + 1 },
      now,
    ),
  };
}

/** The same for a workspace that has not changed since the snapshot that it begins from: both share its data. */
export function shared(
  row: WorkspaceSnapshot,
  sandbox: Sandbox,
  base: Pick<WorkspaceSnapshot, 'snapshot_id' | 'of_snapshot_id' | 'ebs_snapshot_id' | 'size_gib'>,
  now: Date,
) {
  const same = { of_snapshot_id: base.of_snapshot_id ?? base.snapshot_id, ebs_snapshot_id: base.ebs_snapshot_id };
  const size = { size_gib: base.size_gib };
  return {
    sandbox: changed(sandbox, now, {}),
    snapshot: ready({ ...row, ...copied(sandbox), ...size, generation: sandbox.generation, ...same }, now),
  };
}

/** A worker begins to copy the disk of a running sandbox. Written first: a lost response is found by the tag. */
export function takeBegun(row: WorkspaceSnapshot, sandbox: Sandbox, seconds: number, now: Date): WorkspaceSnapshot {
  return changedSnapshot(row, now, {
    volume_id: sandbox.volume_id,
    lease_until: leaseUntil(now, seconds),
    ...copied(sandbox),
    generation: sandbox.generation,
  });
}

/** EC2 has accepted the copy. */
export function taken(row: WorkspaceSnapshot, { id }: Snapshot, synced: boolean, now: Date): WorkspaceSnapshot {
  const change = { ebs_snapshot_id: id, synced, lease_until: null, retry_at: null, refusals: 0 };
  return changedSnapshot(row, now, change);
}

/** EC2 was too busy, or its response was lost. Pauses grow. */
export function takeRefused(row: WorkspaceSnapshot, random: () => number, now: Date): WorkspaceSnapshot {
  const refusals = row.refusals + 1;
  const retry_at = timestamp(backoff(refusals, now, random));
  return changedSnapshot(row, now, { refusals, retry_at, lease_until: null });
}

/** An EBS snapshot failed and is deleted. After several, the snapshot fails. */
export function copyLost(row: WorkspaceSnapshot, reason: StatusReason, random: () => number, now: Date) {
  const attempts = row.attempts + 1;
  const next = { ...row, attempts, ebs_snapshot_id: null, volume_id: null };
  if (attempts >= limits.saves) return failed(next, reason, now);
  return changedSnapshot(next, now, { retry_at: timestamp(backoff(attempts, now, random)) });
}

export function ready(row: WorkspaceSnapshot, now: Date): WorkspaceSnapshot {
  return changedSnapshot(row, now, {
    state: 'READY',
    ready_at: timestamp(now),
    expires_at: expiryOf(row.retention_days, now),
    volume_id: null,
    lease_until: null,
    retry_at: null,
    waiting: [],
    status_reason: null,
  });
}

/** Fails for good. Its owner sees why, and its row is deleted some days later. */
export function failed(row: WorkspaceSnapshot, reason: StatusReason, now: Date): WorkspaceSnapshot {
  return changedSnapshot(row, now, {
    state: 'ERROR',
    status_reason: reason,
    ebs_snapshot_id: null,
    volume_id: null,
    expires_at: expiryOf(limits.receiptDays, now),
    lease_until: null,
    retry_at: null,
    waiting: [],
  });
}

/** Its data is gone, so that its storage ends here. The id stays: EC2's Recycle Bin may bring the data back. */
export function dataLost(row: WorkspaceSnapshot, reason: StatusReason, now: Date): WorkspaceSnapshot {
  return { ...failed(row, reason, now), ebs_snapshot_id: row.ebs_snapshot_id, ready_at: null };
}

export function expiryOf(days: number | null, from: Date): string | null {
  return days === null ? null : timestamp(new Date(from.getTime() + days * DAY));
}

/** Hides it at once. Its data is deleted as soon as nothing begins from it. */
export function deletionRequested(row: WorkspaceSnapshot, now: Date): WorkspaceSnapshot {
  const owned = ownedEbsSnapshot(row);
  const items = [
    ...(owned === null ? [] : [{ store: 'snapshot' as const, id: owned, result: 'pending' as const }]),
    { store: 'row' as const, id: row.snapshot_id, result: 'pending' as const },
  ];
  const receipt = { ...newReceipt(now), collected: true, items };
  return changedSnapshot(row, now, { state: 'DELETING', receipt, expires_at: null });
}

/** EC2 has confirmed that its data is gone. Only the receipt is left. */
export function buried(row: WorkspaceSnapshot, now: Date): WorkspaceSnapshot {
  const receipt = row.receipt ?? newReceipt(now);
  const items = receipt.items.map((item) => ({ ...item, result: 'deleted' as const }));
  return changedSnapshot(row, now, {
    state: 'DELETED',
    receipt: { ...receipt, items, completed_at: timestamp(now) },
    purge_at: Math.floor(now.getTime() / 1000) + (limits.receiptDays * DAY) / 1000,
  });
}

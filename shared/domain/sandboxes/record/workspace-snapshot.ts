import * as z from 'zod';
import { SnapshotState } from '../../../contract/shapes/enums.ts';
import { Lineage } from '../../../contract/shapes/lineages.ts';
import { Moment, Seconds } from '../../../contract/shapes/moments.ts';
import { rowReader } from '../../../platform/aws/rows.ts';
import { timestamp } from '../../../platform/clock.ts';
import { privacyFields } from './privacy-fields.ts';
import { Receipt, StatusReason } from './sandbox.ts';

/**
 * A copy of a sandbox's workspace that its owner keeps: a row of the snapshots table. "EBS snapshot" is EC2's word for
 * the stored data. Each EBS snapshot belongs to exactly one row, of a sandbox or of a snapshot. Loose: older function
 * versions keep the fields of newer ones.
 */
export const WorkspaceSnapshot = z.looseObject({
  owner_id: z.string(),
  snapshot_id: z.string(),
  name: z.string().nullable(),
  /** The sandbox that it is of, with its generation and creation: ids of sandboxes can be used again. */
  sandbox_id: z.string(),
  sandbox_created_at: z.string(),
  generation: z.int(),
  spec_id: z.string(),
  state: SnapshotState,
  state_since: z.string(),
  status_reason: StatusReason.nullable(),
  /** Rises with each write: the optimistic lock. */
  version: z.int(),
  /** The running sandbox's volume, recorded before CreateSnapshot is called: a lost response is found by its tag. */
  volume_id: z.string().nullable(),
  ebs_snapshot_id: z.string().nullable(),
  /** The snapshot whose EBS snapshot this one shares, as the workspace had not changed since. That row owns it. */
  of_snapshot_id: z.string().nullable(),
  size_gib: z.int(),
  filesystem_type: z.string(),
  working_dir: z.string(),
  seals_with_boot_key: z.boolean(),
  /** What the key that seals files in the workspace derives from (`carriedSeal`). */
  seal: z.object({ id: z.string(), key_id: z.string().nullable() }),
  /** Whether the file system was written to the volume before EC2 copied it. False if the agent did not respond. */
  synced: z.boolean(),
  /** How many sandboxes begin from it, and how many snapshots share its EBS snapshot. */
  holds: z.int(),
  /** When a hold was last released. */
  released_at: z.string().nullable(),
  /** The sandboxes whose start waits until it is READY. */
  waiting: z.array(z.string()),
  /** Null keeps it until it is deleted. */
  retention_days: z.int().nullable(),
  expires_at: Moment.nullable(),
  /** False for the snapshot of a fork, which the service deletes once no sandbox begins from it. */
  kept: z.boolean(),
  ...privacyFields,
  /** The API key that pays for its storage, and its lineages. */
  api_key_id: z.string().nullable(),
  lineages: z.array(Lineage).optional(),
  /** Until when a worker has the lease to create the EBS snapshot. */
  lease_until: z.string().nullable(),
  /** No retry happens before this time. */
  retry_at: z.string().nullable(),
  /** How many EBS snapshots of it failed, and how often in a row EC2 refused one or did not answer. */
  attempts: z.int(),
  refusals: z.int(),
  receipt: Receipt.nullable(),
  /** When the receipt of its deletion expires, in seconds since 1970. */
  purge_at: Seconds.nullable(),
  created_at: Moment,
  updated_at: z.string(),
  ready_at: Moment.nullable(),
});
export type WorkspaceSnapshot = z.infer<typeof WorkspaceSnapshot>;

/** Nothing changes a damaged snapshot: it can have lost its EBS snapshot. */
export const readSnapshot = /* @__PURE__ */ rowReader('snapshot', WorkspaceSnapshot, {
  shown: ['name', 'status_reason', 'waiting', 'updated_at'],
  damaged: { state: 'ERROR', holds: 1 },
});

/** A write of a snapshot. A new one has no previous row. */
export interface SnapshotWrite {
  readonly previous: WorkspaceSnapshot | null;
  readonly next: WorkspaceSnapshot;
}

/** The row after one more write. */
export function changedSnapshot(
  snapshot: WorkspaceSnapshot,
  now: Date,
  change: Partial<WorkspaceSnapshot>,
): WorkspaceSnapshot {
  const at = timestamp(now);
  const next = { ...snapshot, ...change, version: snapshot.version + 1, updated_at: at };
  return next.state === snapshot.state ? next : { ...next, state_since: at };
}

/** Whether callers see it. Its deletion hides it at once. */
export function isShown({ state }: Pick<WorkspaceSnapshot, 'state'>): boolean {
  return state !== 'DELETING' && state !== 'DELETED';
}

/** Whether a sandbox can begin from it: at once, or as soon as it is READY. */
export function canBegin({ state }: Pick<WorkspaceSnapshot, 'state'>): boolean {
  return state === 'READY' || state === 'CREATING';
}

/** The EBS snapshot that this row owns, and that its deletion deletes. */
export function ownedEbsSnapshot({
  ebs_snapshot_id: id,
  of_snapshot_id: of,
}: Pick<WorkspaceSnapshot, 'ebs_snapshot_id' | 'of_snapshot_id'>): string | null {
  return of === null ? id : null;
}

/** Whether a receipt has expired. DynamoDB removes expired rows later, and no caller may see them until then. */
export function isPurgedSnapshot({ purge_at: purgeAt }: Pick<WorkspaceSnapshot, 'purge_at'>, now: Date): boolean {
  return purgeAt !== null && purgeAt <= now.getTime() / 1000;
}

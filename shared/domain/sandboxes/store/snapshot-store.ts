import type * as z from 'zod';
import type { SnapshotState } from '../../../contract/shapes/enums.ts';
import { rowReader } from '../../../platform/aws/rows.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Matching, Page } from '../../../platform/paging.ts';
import type { TransactionPart } from '../../../platform/transaction-part.ts';
import { privacyFields } from '../record/privacy-fields.ts';
import { Receipt } from '../record/sandbox.ts';
import { isStoredSnapshot } from '../record/snapshot-ledger.ts';
import { isShown, type SnapshotWrite, WorkspaceSnapshot } from '../record/workspace-snapshot.ts';

/** No sandbox can begin from the snapshot any more: its deletion was requested, or it failed. */
export class SnapshotUnavailableError extends AppError {
  constructor(id: string) {
    super('conflict', `Snapshot ${id} can no longer be used. Choose another snapshot.`);
    this.name = 'SnapshotUnavailableError';
  }
}

/** The owner has as many snapshots as the limit allows. */
export class SnapshotLimitError extends AppError {
  constructor(limit: number) {
    const copies = 'Copies that forks begin from count too, for an hour and as long as a fork needs them.';
    super('conflict', `You have ${limit} snapshots, which is the limit. ${copies} Delete a snapshot, then try again.`);
    this.name = 'SnapshotLimitError';
  }
}

/** What the owner can still read of a deleted snapshot. */
export const SnapshotDeletionRow = WorkspaceSnapshot.pick({
  owner_id: true,
  snapshot_id: true,
  sandbox_id: true,
  spec_id: true,
  created_at: true,
  purge_at: true,
})
  .extend({ receipt: Receipt, private_to: privacyFields.private_to })
  .strip();
export type SnapshotDeletionRow = z.infer<typeof SnapshotDeletionRow>;

export const readSnapshotDeletion = /* @__PURE__ */ rowReader('deletion of a snapshot', SnapshotDeletionRow, {
  damaged: { receipt: { requested_at: new Date(0).toISOString(), collected: false, completed_at: null, items: [] } },
});

/** @returns undefined for a snapshot whose deletion was not requested */
export function snapshotDeletionOf(snapshot: WorkspaceSnapshot | undefined): SnapshotDeletionRow | undefined {
  return snapshot?.receipt && !isShown(snapshot) ? SnapshotDeletionRow.parse(snapshot) : undefined;
}

/** A snapshot with an EBS snapshot of its own, for the sweep. */
export interface StoredSnapshotRow {
  readonly owner_id: string;
  readonly snapshot_id: string;
  readonly ebs_snapshot_id: string | null;
}

/** A row that refers to an EBS snapshot. */
export interface EbsReference {
  readonly snapshot_id: string;
  readonly state: SnapshotState;
}

export interface SnapshotFilter {
  readonly sandboxId?: string | undefined;
  readonly createdBy?: string | undefined;
  readonly state?: SnapshotState | undefined;
  readonly matching?: Matching<WorkspaceSnapshot> | undefined;
}

/** Snapshots by owner. No call reads across owners, except those of the sweep. */
export interface SnapshotReader {
  /** A consistent read. Also finds receipts of deleted snapshots until they expire. */
  find(ownerId: string, snapshotId: string): Promise<WorkspaceSnapshot | undefined>;
  /** Newest first, without deleted ones and those of forks. */
  list(ownerId: string, limit: number, after: string | null, filter?: SnapshotFilter): Promise<Page<WorkspaceSnapshot>>;
  /** Deletions with unexpired receipts, newest request first. */
  listDeletions(
    ownerId: string,
    limit: number,
    after: string | null,
    matching?: Matching<SnapshotDeletionRow>,
  ): Promise<Page<SnapshotDeletionRow>>;
  /** The owner's rows that refer to an EBS snapshot, without tombstones. A consistent read. */
  referencesTo(ownerId: string, ebsSnapshotId: string): Promise<readonly EbsReference[]>;
}

export type DueSnapshot = Pick<WorkspaceSnapshot, 'owner_id' | 'snapshot_id' | 'state' | 'holds'>;

export interface SnapshotCounts {
  /** Corrects the count of an owner's snapshots to match the rows. @returns the correction; 0 if they agree */
  repair(ownerId: string): Promise<number>;
}

/** What only the sweep reads: snapshots of all owners. */
export interface SweptSnapshots {
  /** Those with work that is due, oldest first; slightly stale. */
  due(now: Date): AsyncIterable<readonly DueSnapshot[]>;
  /** Those with an EBS snapshot of their own; slightly stale. */
  stored(): AsyncIterable<readonly StoredSnapshotRow[]>;
}

export interface SnapshotStore extends SnapshotReader {
  /**
   * Writes a snapshot. The same transaction updates the owner's count, ends its storage in the ledger and changes the
   * holds of the snapshot whose data it shares.
   *
   * @param limit the most snapshots of an owner; without it, the write may not be a creation
   * @throws VersionConflictError when another writer was first, SnapshotLimitError, SnapshotUnavailableError
   */
  save(write: SnapshotWrite, limit?: number, first?: readonly TransactionPart[]): Promise<void>;
  /** The same as parts of a larger transaction. */
  parts(write: SnapshotWrite, limit?: number): readonly TransactionPart[];
}

/** How a write changes the count of the owner's snapshots. */
export function countChange({ previous, next }: SnapshotWrite): number {
  return Number(isShown(next)) - Number(previous !== null && isShown(previous));
}

/** How a write changes the holds of the snapshot whose data it shares: from when it shares it until it is deleted. */
export function shareChange({ previous, next }: SnapshotWrite): 1 | 0 | -1 {
  const shares = (row: WorkspaceSnapshot | null) =>
    row !== null && row.of_snapshot_id !== null && row.state !== 'DELETED';
  if (shares(previous) === shares(next)) return 0;
  return shares(next) ? 1 : -1;
}

/** Segments of the index of stored snapshots. */
export const SNAPSHOT_SEGMENTS = 8;

/** How long an unheld snapshot of a fork is kept, in milliseconds: until the fork's starts have taken their holds. */
const FORK_GRACE = 60 * 60_000;

/** When the next work on a snapshot is due; null if nothing but a request changes it. */
export function dueAt(row: WorkspaceSnapshot): string | null {
  if (row.state === 'CREATING' || row.state === 'DELETING') return row.created_at;
  if (row.state === 'DELETED') return null;
  const dates = [row.expires_at, row.kept ? null : forkEnd(row)].filter((at) => at !== null);
  return dates.toSorted()[0] ?? null;
}

/** From when the service deletes the snapshot of a fork unless a sandbox begins from it. */
export function forkEnd({ created_at: createdAt }: Pick<WorkspaceSnapshot, 'created_at'>): string {
  return new Date(Date.parse(createdAt) + FORK_GRACE).toISOString();
}

/** The attributes of the indexes, derived from the row on every write, so that they cannot differ. */
export function snapshotIndexes(row: WorkspaceSnapshot): Readonly<Record<string, string>> {
  const { owner_id, snapshot_id, ebs_snapshot_id: ebsId, receipt } = row;
  const due = dueAt(row);
  const segment = Number.parseInt(snapshot_id.slice(-2), 16) % SNAPSHOT_SEGMENTS;
  return {
    ...(due === null ? {} : { watch: 'due', watch_at: due }),
    ...(isLive(row) ? { stored: String(segment), stored_key: `${owner_id}/${snapshot_id}` } : {}),
    ...(ebsId === null || row.state === 'DELETED' ? {} : { ebs_sort: ebsId }),
    ...(isStoredSnapshot(row) ? { open_sort: `${row.ready_at}#${snapshot_id}` } : {}),
    ...(receipt === null ? {} : { deleted_sort: `${receipt.requested_at}#${snapshot_id}` }),
  };
}

function isLive({ state, ebs_snapshot_id: id, of_snapshot_id: of }: WorkspaceSnapshot): boolean {
  return id !== null && of === null && state !== 'DELETED' && state !== 'ERROR';
}

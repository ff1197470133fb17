import type * as z from 'zod';
import { rowReader } from '../../../platform/aws/rows.ts';
import { timestamp } from '../../../platform/clock.ts';
import { lineageIdsOf } from '../../billing/budgets/account.ts';
import { snapshotKey, type UsageRow } from '../../billing/usage/usage-row.ts';
import { noTask } from './ledger-of.ts';
import { ownedEbsSnapshot, type SnapshotWrite, WorkspaceSnapshot } from './workspace-snapshot.ts';

/** The fields that its storage is counted by, as the index of open intervals has them. */
const BilledSnapshot = WorkspaceSnapshot.pick({
  owner_id: true,
  snapshot_id: true,
  sandbox_id: true,
  generation: true,
  spec_id: true,
  state: true,
  ebs_snapshot_id: true,
  of_snapshot_id: true,
  size_gib: true,
  holds: true,
  released_at: true,
  api_key_id: true,
  lineages: true,
  receipt: true,
  updated_at: true,
  ready_at: true,
}).strip();
type BilledSnapshot = z.infer<typeof BilledSnapshot>;

export const readBilledSnapshot = /* @__PURE__ */ rowReader('stored snapshot', BilledSnapshot);

/** The ledger entry of a write. An interval ends only here, so that no caller can forget it. */
export function ledgerOfSnapshot({ previous, next }: SnapshotWrite): UsageRow[] {
  if (previous === null || !isStoredSnapshot(previous) || isStoredSnapshot(next)) return [];
  return intervalOf(previous, timestampOfEnd(next));
}

/** Its open interval as if it ended now. */
export function openOfSnapshot(row: BilledSnapshot, now: Date): UsageRow[] {
  if (!isStoredSnapshot(row)) return [];
  const at = timestamp(now);
  return intervalOf(row, isNeeded(row) ? at : earlier(at, endOfNeed(row)));
}

/** Whether AWS stores it: an EBS snapshot of its own is complete and not deleted. */
export function isStoredSnapshot(row: BilledSnapshot): boolean {
  return ownedEbsSnapshot(row) !== null && row.ready_at !== null && row.state !== 'DELETED';
}

/** Whether anything needs it. Its storage is billed until then, however long EC2 takes to delete it. */
function isNeeded({ state, holds }: BilledSnapshot): boolean {
  return state !== 'DELETING' || holds > 0;
}

function timestampOfEnd(next: BilledSnapshot): string {
  return next.receipt === null ? next.updated_at : earlier(next.updated_at, endOfNeed(next));
}

/** Its deletion was requested, or the last sandbox that began from it stopped needing it: whichever came last. */
function endOfNeed({ receipt, released_at: releasedAt, updated_at: updatedAt }: BilledSnapshot): string {
  const requestedAt = receipt?.requested_at ?? updatedAt;
  return releasedAt !== null && releasedAt > requestedAt ? releasedAt : requestedAt;
}

function earlier(one: string, other: string): string {
  return one < other ? one : other;
}

function intervalOf(row: BilledSnapshot, end: string): UsageRow[] {
  const start = row.ready_at ?? end;
  if (start >= end) return [];
  const { owner_id, sandbox_id, snapshot_id, spec_id, generation, api_key_id } = row;
  return [
    {
      owner_id,
      usage_key: snapshotKey(snapshot_id),
      kind: 'snapshot',
      sandbox_id,
      generation,
      started_at: start,
      ended_at: end,
      is_estimate: false,
      spec_id,
      ...noTask,
      gigabytes: row.size_gib,
      api_key_id,
      lineages: [...lineageIdsOf(row)],
      conversation_ids: [],
    },
  ];
}

import type * as z from 'zod';
import type { SnapshotDeletion, SnapshotInfo } from '../../../contract/shapes/snapshot-info.ts';
import { timestamp } from '../../../platform/clock.ts';
import { amountsOf, microUsdOf, usdText } from '../../billing/usage/amounts.ts';
import { type PriceTable, tableAt } from '../../billing/usage/prices.ts';
import { noTask } from '../record/ledger-of.ts';
import type { WorkspaceSnapshot } from '../record/workspace-snapshot.ts';
import type { SnapshotDeletionRow } from '../store/snapshot-store.ts';

const MONTH_MS = 30 * 24 * 3_600_000;

/** A snapshot as its owner sees it. Ids of AWS are not shown. */
export function snapshotView(
  row: WorkspaceSnapshot,
  tables: readonly PriceTable[],
  now: Date,
): z.input<typeof SnapshotInfo> {
  const { state, status_reason: reason } = row;
  const isShown = state === 'CREATING' || state === 'READY';
  return {
    id: row.snapshot_id,
    name: row.name,
    sandbox_id: row.sandbox_id,
    sandbox_spec_id: row.spec_id,
    state: isShown ? state : 'ERROR',
    status_detail: reason && `${reason.message} ${reason.remedy}`,
    reason: reason?.code ?? null,
    size_gib: row.size_gib,
    synced: row.synced,
    cost_per_month_usd: usdText(row.of_snapshot_id === null ? monthOf(row, tables, now) : 0),
    retention_days: row.retention_days,
    created_by_user_id: row.created_by ?? row.owner_id,
    created_at: row.created_at,
    ready_at: row.ready_at,
    expires_at: row.expires_at,
  };
}

function monthOf({ size_gib: gigabytes }: WorkspaceSnapshot, tables: readonly PriceTable[], now: Date): number {
  const month = { lasted: MONTH_MS, charged: MONTH_MS };
  return microUsdOf(
    amountsOf({ kind: 'snapshot', gigabytes, ...noTask }, month, tableAt(tables, now.toISOString()).prices),
  );
}

export function snapshotDeletionView({
  snapshot_id,
  sandbox_id,
  spec_id,
  created_at,
  receipt: { requested_at, completed_at },
  purge_at: purgeAt,
}: SnapshotDeletionRow): z.input<typeof SnapshotDeletion> {
  return {
    snapshot_id,
    sandbox_id,
    sandbox_spec_id: spec_id,
    snapshot_created_at: created_at,
    requested_at,
    completed_at,
    expires_at: purgeAt === null ? null : timestamp(new Date(purgeAt * 1000)),
  };
}

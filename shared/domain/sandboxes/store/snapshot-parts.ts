import { absent, all, any, is, updateOf, when } from '../../../platform/aws/expressions.ts';
import { asRead, isDamaged } from '../../../platform/aws/rows.ts';
import type { Part } from '../../../platform/aws/transact.ts';
import { timestamp } from '../../../platform/clock.ts';
import { AppError, VersionConflictError } from '../../../platform/errors.ts';
import { log } from '../../../platform/log.ts';
import type { Table } from '../../../rights/statement.ts';
import type { HoldChange } from '../record/holds.ts';
import type { SnapshotWrite } from '../record/workspace-snapshot.ts';
import { SnapshotLimitError, SnapshotUnavailableError, snapshotIndexes } from './snapshot-store.ts';

/** The most holds of one snapshot, whose row names the sandboxes that wait for it. */
const MOST_HOLDS = 5_000;

/** The row of a snapshot, unless another writer has changed it since it was read. */
export function snapshotPut(table: Table<'snapshots'>, { previous, next }: SnapshotWrite): Part {
  if (previous && isDamaged(previous))
    throw new AppError('conflict', `The record of snapshot ${next.snapshot_id} is damaged. Ask the operator.`);
  const { watch: _1, watch_at: _2, stored: _3, stored_key: _4, ebs_sort: _5, open_sort: _6, ...rest } = next;
  const { deleted_sort: _7, ...row } = rest;
  const condition = previous ? asRead(previous, 'version') : absent('owner_id');
  const Item = { ...row, ...snapshotIndexes(next) };
  return {
    item: { Put: { TableName: table, Item, ...when(condition) } },
    lost: () => new VersionConflictError('snapshot', next.snapshot_id),
  };
}

/**
 * The holds of snapshots as parts of the transaction of their sandboxes. A snapshot that is being deleted takes no new
 * hold, and keeps its data until the last one is released. A release never blocks a sandbox: after a restore of tables,
 * the row of the snapshot can be missing or not know the hold.
 *
 * @throws SnapshotUnavailableError (as `lost`) when a sandbox cannot begin from a snapshot any more
 */
export function holdParts(
  table: Table<'snapshots'>,
  ownerId: string,
  changes: ReadonlyMap<string, HoldChange>,
  now: Date,
): readonly Part[] {
  const at = timestamp(now);
  return [...changes].map(([snapshotId, { holds, waiting }]): Part => {
    const taken = all(any(is('state', '=', 'READY'), is('state', '=', 'CREATING')), is('holds', '<', MOST_HOLDS));
    const Update = {
      TableName: table,
      Key: { owner_id: ownerId, snapshot_id: snapshotId },
      ...updateOf({
        add: { holds, version: 1 },
        set: { updated_at: at, ...(holds < 0 ? { released_at: at } : {}) },
        ...(waiting.length > 0 ? { append: { waiting } } : {}),
        when: holds > 0 ? taken : is('holds', '>=', -holds),
      }),
    };
    const lost = () => new SnapshotUnavailableError(snapshotId);
    return { item: { Update }, lost, ...(holds < 0 ? unknownHold(ownerId, snapshotId) : {}) };
  });
}

function unknownHold(ownerId: string, snapshotId: string): Pick<Part, 'skipped'> {
  const names = { owner_id: ownerId, snapshot_id: snapshotId };
  return { skipped: () => log.warn('the row of a snapshot does not know the hold that is released', names) };
}

/** The hold of a snapshot that shares another's data. The caller's sandbox already holds that one or this shares it. */
export function sharePart(table: Table<'snapshots'>, ownerId: string, rootId: string, change: 1 | -1, now: Date): Part {
  const at = timestamp(now);
  const Update = {
    TableName: table,
    Key: { owner_id: ownerId, snapshot_id: rootId },
    ...updateOf({
      add: { holds: change, version: 1 },
      set: { updated_at: at, ...(change < 0 ? { released_at: at } : {}) },
      when: is('holds', '>=', 1),
    }),
  };
  const lost = () => new VersionConflictError('snapshot', rootId);
  return { item: { Update }, lost, ...(change < 0 ? unknownHold(ownerId, rootId) : {}) };
}

/** The count of an owner's snapshots. Only a creation is limited. */
export function countOfSnapshots(table: Table<'owners'>, ownerId: string, change: number, limit?: number): Part {
  const most = (limit ?? 0) - change;
  const isBelow = is('active_snapshots', '<=', most);
  const Update = {
    TableName: table,
    Key: { owner_id: ownerId },
    ...updateOf({
      add: { active_snapshots: change, snapshot_changes: 1 },
      when: change > 0 ? (most >= 0 ? any(absent('active_snapshots'), isBelow) : isBelow) : undefined,
    }),
  };
  return { item: { Update }, lost: () => new SnapshotLimitError(limit ?? 0) };
}

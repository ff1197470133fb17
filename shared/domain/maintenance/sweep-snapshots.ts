import { log } from '../../platform/log.ts';
import type { SnapshotCounts, SnapshotReader, SweptSnapshots } from '../sandboxes/store/snapshot-store.ts';
import type { SweepRun } from './sweep-run.ts';

export interface SnapshotSweepDeps {
  readonly snapshots: Pick<SnapshotReader, 'find' | 'referencesTo'> & SweptSnapshots;
  readonly snapshotCounts: SnapshotCounts;
  /** Starts the worker of a snapshot; returns at once. @param ebsSnapshotId what it looks at first */
  readonly workOnSnapshot: (ownerId: string, snapshotId: string, ebsSnapshotId?: string) => Promise<void>;
  readonly now: () => Date;
}

/**
 * Starts the worker of each snapshot with work that is due: one in creation, one whose retention is over, and one to
 * delete that nothing holds any more. Recounts one owner's snapshots.
 */
export async function sweepSnapshots(run: SweepRun, ownerIds: readonly string[], deps: SnapshotSweepDeps) {
  const due: { readonly owner_id: string; readonly snapshot_id: string }[] = [];
  // A sandbox that began from it has not saved a workspace of its own yet.
  for await (const page of deps.snapshots.due(deps.now()))
    due.push(...page.filter(({ state, holds }) => state !== 'DELETING' || holds === 0));
  const nameOf = ({ owner_id, snapshot_id }: (typeof due)[number]) => `snapshot ${owner_id}/${snapshot_id}`;
  await run.each('snapshots-due', due, nameOf, (row) => deps.workOnSnapshot(row.owner_id, row.snapshot_id));
  await run.forAll(() => recount(run, ownerIds, deps));
}

const MINUTE = 60_000;

/** One owner a minute, in turn. Counts change with their rows, so they differ only after a table was restored. */
async function recount(run: SweepRun, ownerIds: readonly string[], { snapshotCounts, now }: SnapshotSweepDeps) {
  const ordered = ownerIds.toSorted();
  const ownerId = ordered[Math.floor(now().getTime() / MINUTE) % Math.max(ordered.length, 1)];
  const difference = ownerId === undefined ? 0 : await snapshotCounts.repair(ownerId);
  if (difference === 0) return;
  run.found('count');
  log.warn('sweep repaired the count of snapshots', { owner_id: ownerId, difference });
}

import { deleteSnapshot as endpoint } from '../../shared/contract/sandboxes/snapshots.ts';
import { deleteSnapshot as requestDeletion } from '../../shared/domain/sandboxes/snapshots/change-snapshot.ts';
import type { SnapshotStore } from '../../shared/domain/sandboxes/store/snapshot-store.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { type Clock, systemClock } from '../../shared/platform/clock.ts';
import {
  countedSnapshots,
  type StartSnapshotWorker,
  startSnapshotWorker,
} from '../../shared/wiring/sandboxes/snapshots.ts';

interface Deps {
  readonly snapshots: Pick<SnapshotStore, 'find' | 'save'>;
  readonly work: StartSnapshotWorker;
  readonly now: Clock;
}

/** Hides the snapshot at once. A worker deletes its data once nothing needs it. Its receipt is kept for a week. */
export const deleteSnapshot = implement(endpoint, async ({ params, caller: { ownerId } }, deps: Deps) => {
  const row = await requestDeletion(ownerId, params.snapshot_id, deps);
  if (row.holds === 0) await deps.work(ownerId, row.snapshot_id);
  return { success: true } as const;
});

export const handler = serve(deleteSnapshot, (granted) => ({
  snapshots: countedSnapshots(granted),
  work: startSnapshotWorker(granted),
  now: systemClock,
}));

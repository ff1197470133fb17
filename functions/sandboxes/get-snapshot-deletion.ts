import { getSnapshotDeletion as endpoint } from '../../shared/contract/sandboxes/snapshots.ts';
import { snapshotDeletionView } from '../../shared/domain/sandboxes/snapshots/snapshot-view.ts';
import { type SnapshotReader, snapshotDeletionOf } from '../../shared/domain/sandboxes/store/snapshot-store.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { NotFoundError } from '../../shared/platform/errors.ts';
import { snapshotReader } from '../../shared/wiring/sandboxes/snapshots.ts';

interface Deps {
  readonly snapshots: Pick<SnapshotReader, 'find'>;
}

export const getSnapshotDeletion = implement(endpoint, async ({ params, caller }, { snapshots }: Deps) => {
  const deletion = snapshotDeletionOf(await snapshots.find(caller.ownerId, params.snapshot_id));
  if (!deletion) throw new NotFoundError('Deletion of snapshot', params.snapshot_id);
  return snapshotDeletionView(deletion);
});

export const handler = serve(getSnapshotDeletion, (granted) => ({ snapshots: snapshotReader(granted) }));

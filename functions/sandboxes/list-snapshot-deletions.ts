import { listSnapshotDeletions as endpoint } from '../../shared/contract/sandboxes/snapshots.ts';
import { snapshotDeletionView } from '../../shared/domain/sandboxes/snapshots/snapshot-view.ts';
import type { SnapshotReader } from '../../shared/domain/sandboxes/store/snapshot-store.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { pageIdAfter, positionOf } from '../../shared/platform/paging.ts';
import { snapshotReader } from '../../shared/wiring/sandboxes/snapshots.ts';

interface Deps {
  readonly snapshots: Pick<SnapshotReader, 'listDeletions'>;
}

export const listSnapshotDeletions = implement(
  endpoint,
  async ({ query, caller: { ownerId } }, { snapshots }: Deps) => {
    const scope = { ownerId, list: endpoint.id };
    const page = await snapshots.listDeletions(ownerId, query.limit, positionOf(query.page_id, scope));
    return { items: page.items.map(snapshotDeletionView), next_page_id: pageIdAfter(page.next, scope) };
  },
);

export const handler = serve(listSnapshotDeletions, (granted) => ({ snapshots: snapshotReader(granted) }));

import { onlyFor } from '../../shared/contract/endpoint/audience.ts';
import { listSnapshotDeletions as endpoint } from '../../shared/contract/sandboxes/snapshots.ts';
import { snapshotDeletionView } from '../../shared/domain/sandboxes/snapshots/snapshot-view.ts';
import { visibleSnapshots } from '../../shared/domain/sandboxes/snapshots/visible-snapshots.ts';
import type { SandboxReader } from '../../shared/domain/sandboxes/store/sandbox-store.ts';
import type { SnapshotDeletionRow, SnapshotReader } from '../../shared/domain/sandboxes/store/snapshot-store.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { pageIdAfter, positionOf } from '../../shared/platform/paging.ts';
import { snapshotReader } from '../../shared/wiring/sandboxes/snapshots.ts';
import { sandboxReader } from '../../shared/wiring/sandboxes.ts';

interface Deps {
  readonly snapshots: Pick<SnapshotReader, 'listDeletions'>;
  readonly sandboxes: Pick<SandboxReader, 'findMany'>;
}

export const listSnapshotDeletions = implement(endpoint, async ({ query, caller }, { snapshots, sandboxes }: Deps) => {
  const { ownerId } = caller;
  const scope = { ownerId, list: endpoint.id };
  const matching = visibleSnapshots<SnapshotDeletionRow>(ownerId, onlyFor(caller), sandboxes);
  const page = await snapshots.listDeletions(ownerId, query.limit, positionOf(query.page_id, scope), matching);
  return { items: page.items.map(snapshotDeletionView), next_page_id: pageIdAfter(page.next, scope) };
});

export const handler = serve(listSnapshotDeletions, (granted) => ({
  snapshots: snapshotReader(granted),
  sandboxes: sandboxReader(granted),
}));

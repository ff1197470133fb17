import { onlyFor } from '../../shared/contract/endpoint/audience.ts';
import { searchSnapshots as endpoint } from '../../shared/contract/sandboxes/snapshots.ts';
import type { PriceTable } from '../../shared/domain/billing/usage/prices.ts';
import type { WorkspaceSnapshot } from '../../shared/domain/sandboxes/record/workspace-snapshot.ts';
import { snapshotView } from '../../shared/domain/sandboxes/snapshots/snapshot-view.ts';
import { visibleSnapshots } from '../../shared/domain/sandboxes/snapshots/visible-snapshots.ts';
import type { SandboxReader } from '../../shared/domain/sandboxes/store/sandbox-store.ts';
import type { SnapshotReader } from '../../shared/domain/sandboxes/store/snapshot-store.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { type Clock, systemClock } from '../../shared/platform/clock.ts';
import { pageIdAfter, positionOf } from '../../shared/platform/paging.ts';
import { usagePrices } from '../../shared/wiring/billing.ts';
import { snapshotReader } from '../../shared/wiring/sandboxes/snapshots.ts';
import { sandboxReader } from '../../shared/wiring/sandboxes.ts';

interface Deps {
  readonly snapshots: Pick<SnapshotReader, 'list'>;
  readonly sandboxes: Pick<SandboxReader, 'findMany'>;
  readonly tables: readonly PriceTable[];
  readonly now: Clock;
}

export const searchSnapshots = implement(endpoint, async ({ query, caller }, deps: Deps) => {
  const { ownerId } = caller;
  const { page_id: pageId, limit, ...filters } = query;
  const scope = { ownerId, list: endpoint.id, filters };
  const matching = visibleSnapshots<WorkspaceSnapshot>(ownerId, onlyFor(caller), deps.sandboxes);
  const { sandbox_id__eq: sandboxId, state__eq: state, created_by_user_id__eq: createdBy } = filters;
  const filter = { sandboxId, state, createdBy, matching };
  const page = await deps.snapshots.list(ownerId, limit, positionOf(pageId, scope), filter);
  const items = page.items.map((row) => snapshotView(row, deps.tables, deps.now()));
  return { items, next_page_id: pageIdAfter(page.next, scope) };
});

export const handler = serve(searchSnapshots, (granted) => ({
  snapshots: snapshotReader(granted),
  sandboxes: sandboxReader(granted),
  tables: usagePrices().tables,
  now: systemClock,
}));

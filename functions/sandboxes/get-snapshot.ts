import { getSnapshot as endpoint } from '../../shared/contract/sandboxes/snapshots.ts';
import type { PriceTable } from '../../shared/domain/billing/usage/prices.ts';
import { requireSnapshot } from '../../shared/domain/sandboxes/snapshots/change-snapshot.ts';
import { snapshotView } from '../../shared/domain/sandboxes/snapshots/snapshot-view.ts';
import type { SnapshotStore } from '../../shared/domain/sandboxes/store/snapshot-store.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { type Clock, systemClock } from '../../shared/platform/clock.ts';
import { usagePrices } from '../../shared/wiring/billing.ts';
import { snapshotWriter } from '../../shared/wiring/sandboxes/snapshots.ts';

interface Deps {
  readonly snapshots: Pick<SnapshotStore, 'find' | 'save'>;
  readonly tables: readonly PriceTable[];
  readonly now: Clock;
}

export const getSnapshot = implement(endpoint, async ({ params, caller }, deps: Deps) => {
  const row = await requireSnapshot(caller.ownerId, params.snapshot_id, deps);
  return snapshotView(row, deps.tables, deps.now());
});

export const handler = serve(getSnapshot, (granted) => ({
  snapshots: snapshotWriter(granted),
  tables: usagePrices().tables,
  now: systemClock,
}));

import { updateSnapshot as endpoint } from '../../shared/contract/sandboxes/snapshots.ts';
import type { PriceTable } from '../../shared/domain/billing/usage/prices.ts';
import { changeSnapshot } from '../../shared/domain/sandboxes/snapshots/change-snapshot.ts';
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

export const updateSnapshot = implement(endpoint, async ({ params, body, caller }, deps: Deps) => {
  const change = { name: body.name, retentionDays: body.retention_days };
  const row = await changeSnapshot(caller.ownerId, params.snapshot_id, change, deps);
  return snapshotView(row, deps.tables, deps.now());
});

export const handler = serve(updateSnapshot, (granted) => ({
  snapshots: snapshotWriter(granted),
  tables: usagePrices().tables,
  now: systemClock,
}));

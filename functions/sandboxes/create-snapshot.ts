import { createSnapshot as endpoint } from '../../shared/contract/sandboxes/snapshots.ts';
import type { PriceTable } from '../../shared/domain/billing/usage/prices.ts';
import {
  type CreateSnapshotDeps,
  createSnapshot as create,
} from '../../shared/domain/sandboxes/snapshots/create-snapshot.ts';
import { payerOf } from '../../shared/domain/sandboxes/snapshots/snapshot-changes.ts';
import { snapshotView } from '../../shared/domain/sandboxes/snapshots/snapshot-view.ts';
import { claimDeps } from '../../shared/http/idempotency/claim-deps.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { systemClock } from '../../shared/platform/clock.ts';
import { requireEnvInteger } from '../../shared/platform/env.ts';
import { usagePrices } from '../../shared/wiring/billing.ts';
import {
  type StartSnapshotWorker,
  snapshotStore,
  startSnapshotWorker,
} from '../../shared/wiring/sandboxes/snapshots.ts';
import { meteredWriter } from '../../shared/wiring/sandboxes.ts';

interface Deps extends CreateSnapshotDeps {
  readonly work: StartSnapshotWorker;
  readonly tables: readonly PriceTable[];
}

/** Of a sandbox at rest, the snapshot is complete at once. A worker copies the disk of any other. */
export const createSnapshot = implement(endpoint, async ({ params, body, caller, request }, deps: Deps) => {
  const { ownerId } = caller;
  const order = { name: body?.name ?? null, retentionDays: body?.retention_days ?? null, kept: true };
  const payer = payerOf(caller);
  const view = (row: Parameters<typeof snapshotView>[0]) => snapshotView(row, deps.tables, deps.now());
  const row = await create(
    { ownerId, sandboxId: params.sandbox_id },
    order,
    payer,
    (made) => request.claim(view(made)),
    deps,
  );
  if (row.state === 'CREATING') await deps.work(ownerId, row.snapshot_id);
  return view(row);
});

export const handler = serve(
  createSnapshot,
  (granted) => ({
    sandboxes: meteredWriter(granted),
    snapshots: snapshotStore(granted),
    work: startSnapshotWorker(granted),
    tables: usagePrices().tables,
    snapshotLimit: requireEnvInteger('SNAPSHOT_LIMIT'),
    now: systemClock,
  }),
  claimDeps,
);

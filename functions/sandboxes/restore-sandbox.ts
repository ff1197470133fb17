import { restoreSandbox as endpoint } from '../../shared/contract/sandboxes/forks.ts';
import { idsOf } from '../../shared/domain/sandboxes/forks/request-ids.ts';
import { type RestoreDeps, restoreSandbox as restore } from '../../shared/domain/sandboxes/forks/restore-sandbox.ts';
import { payerOf } from '../../shared/domain/sandboxes/snapshots/snapshot-changes.ts';
import { newSandboxView } from '../../shared/domain/sandboxes/view/sandbox-view.ts';
import { claimDeps } from '../../shared/http/idempotency/claim-deps.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { systemClock } from '../../shared/platform/clock.ts';
import { requireEnvInteger } from '../../shared/platform/env.ts';
import { forkedSandboxes } from '../../shared/wiring/sandboxes/forks.ts';
import { snapshotStore } from '../../shared/wiring/sandboxes/snapshots.ts';

export const restoreSandbox = implement(endpoint, async ({ params, body, caller, request }, deps: RestoreDeps) => {
  const payer = payerOf(caller);
  const idOf = idsOf(request.once, deps.now);
  const keptIdOf = (generation: number) => idOf(`kept ${generation}`);
  const order = { snapshotId: body.snapshot_id, payer, keptIdOf };
  const { sandbox, keptId } = await restore(caller.ownerId, params.sandbox_id, order, deps);
  return { sandbox: newSandboxView(sandbox), kept_snapshot_id: keptId };
});

export const handler = serve(
  restoreSandbox,
  (granted) => ({
    sandboxes: forkedSandboxes(granted),
    snapshots: snapshotStore(granted),
    snapshotLimit: requireEnvInteger('SNAPSHOT_LIMIT'),
    now: systemClock,
  }),
  claimDeps,
);

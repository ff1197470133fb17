import { forkSandbox as endpoint } from '../../shared/contract/sandboxes/forks.ts';
import type { StageLimits } from '../../shared/domain/billing/budgets/start-rules.ts';
import { type ForkDeps, forkSandbox as fork } from '../../shared/domain/sandboxes/forks/fork-sandbox.ts';
import { idsOf } from '../../shared/domain/sandboxes/forks/request-ids.ts';
import { policyFor } from '../../shared/domain/sandboxes/intent/within-limit.ts';
import { payerOf } from '../../shared/domain/sandboxes/snapshots/snapshot-changes.ts';
import { SandboxSpecs } from '../../shared/domain/sandboxes/specs/sandbox-specs.ts';
import { newSandboxView } from '../../shared/domain/sandboxes/view/sandbox-view.ts';
import { claimDeps } from '../../shared/http/idempotency/claim-deps.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { systemClock } from '../../shared/platform/clock.ts';
import { requireEnvInteger } from '../../shared/platform/env.ts';
import { stageLimits, startBudgets } from '../../shared/wiring/billing.ts';
import { forkedSandboxes } from '../../shared/wiring/sandboxes/forks.ts';
import { snapshotStore, startSnapshotWorker } from '../../shared/wiring/sandboxes/snapshots.ts';
import { ownSpecs } from '../../shared/wiring/sandboxes.ts';

interface Deps extends ForkDeps {
  readonly stageLimits: StageLimits;
}

/** Each fork is a start of its own, so some can be refused. */
export const forkSandbox = implement(endpoint, async ({ params, query, body, caller, request }, deps: Deps) => {
  const { count = 1, wake, resources, capacity } = body ?? {};
  const payer = payerOf(caller);
  const order = { count, wake, resources, capacity, payer, idOf: idsOf(request.once, deps.now) };
  const policy = policyFor(caller, deps.stageLimits, query.on_limit);
  const forks = await fork(caller.ownerId, params.sandbox_id, order, policy, deps);
  return {
    items: forks.map((one) =>
      'sandbox' in one
        ? { sandbox: newSandboxView(one.sandbox), error: null }
        : { sandbox: null, error: { code: one.refusal.code, detail: one.refusal.message } },
    ),
  };
});

export const handler = serve(
  forkSandbox,
  (granted) => ({
    sandboxes: forkedSandboxes(granted),
    snapshots: snapshotStore(granted),
    budgets: startBudgets(granted),
    specs: SandboxSpecs.load(),
    ownSpecs: ownSpecs(granted),
    work: startSnapshotWorker(granted),
    stageLimits: stageLimits(),
    snapshotLimit: requireEnvInteger('SNAPSHOT_LIMIT'),
    now: systemClock,
  }),
  claimDeps,
);

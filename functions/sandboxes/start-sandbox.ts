import { startSandbox as endpoint } from '../../shared/contract/sandboxes/sandboxes.ts';
import type { StageLimits } from '../../shared/domain/billing/budgets/start-rules.ts';
import { beginningFrom, findBeginning } from '../../shared/domain/sandboxes/forks/begin-from-snapshot.ts';
import { type LimitDeps, policyFor, writeWithinLimit } from '../../shared/domain/sandboxes/intent/within-limit.ts';
import { newSandbox } from '../../shared/domain/sandboxes/lifecycle/generation.ts';
import type { OwnSpecFinder } from '../../shared/domain/sandboxes/own-specs/offered-spec.ts';
import { privacyOf } from '../../shared/domain/sandboxes/record/privacy-fields.ts';
import { wakePoliciesWith } from '../../shared/domain/sandboxes/record/wake-policy.ts';
import { chooseSize } from '../../shared/domain/sandboxes/specs/choose-size.ts';
import { SandboxSpecs } from '../../shared/domain/sandboxes/specs/sandbox-specs.ts';
import type { SandboxStore } from '../../shared/domain/sandboxes/store/sandbox-store.ts';
import type { SnapshotReader } from '../../shared/domain/sandboxes/store/snapshot-store.ts';
import { newSandboxView } from '../../shared/domain/sandboxes/view/sandbox-view.ts';
import { type ClaimDeps, startingWarm } from '../../shared/domain/sandboxes/warm/claim-warm-task.ts';
import { claimDeps } from '../../shared/http/idempotency/claim-deps.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { systemClock } from '../../shared/platform/clock.ts';
import { retryLostRaces } from '../../shared/platform/errors.ts';
import { newId } from '../../shared/platform/ids.ts';
import { stageLimits, startBudgets } from '../../shared/wiring/billing.ts';
import { snapshotsToBeginFrom, startingSandboxes } from '../../shared/wiring/sandboxes/forks.ts';
import { ownSpecs, warmTasks } from '../../shared/wiring/sandboxes.ts';

interface Deps extends LimitDeps, ClaimDeps, OwnSpecFinder {
  readonly sandboxes: SandboxStore;
  readonly snapshots: Pick<SnapshotReader, 'find'>;
  readonly specs: SandboxSpecs;
  readonly stageLimits: StageLimits;
}

/** Records that the sandbox should run and responds. The reconciler starts it. */
export const startSandbox = implement(endpoint, async ({ query, body, caller, request }, deps: Deps) => {
  const { snapshot_id: snapshotId, resources, wake, capacity } = body ?? {};
  const wanted = { snapshotId, specId: query.sandbox_spec_id };
  const { spec, snapshot } = await findBeginning(caller.ownerId, wanted, deps);
  const now = deps.now();
  const size = chooseSize(resources, spec, now, { leastGigabytes: snapshot?.size_gib ?? 0 });
  const fresh = beginningFrom(newSandbox(caller.ownerId, newId(now), spec, now, size), snapshot);
  const policy = policyFor(caller, deps.stageLimits, query.on_limit);
  const sandbox = {
    ...fresh,
    ...privacyOf({ created_by: policy.person, private_to: snapshot?.private_to }),
    wake: wakePoliciesWith(fresh, wake),
    capacity: capacity ?? spec.capacity,
  };
  return retryLostRaces(() =>
    startingWarm({ previous: null, next: sandbox }, deps, async (change) => {
      const view = newSandboxView(change.next);
      const first = await request.claim(view);
      await writeWithinLimit([change], policy, deps, (changes, bounds) => deps.sandboxes.save(changes, bounds, first));
      return view;
    }),
  );
});

export const handler = serve(
  startSandbox,
  (granted) => ({
    sandboxes: startingSandboxes(granted),
    snapshots: snapshotsToBeginFrom(granted),
    warmTasks: warmTasks(granted),
    budgets: startBudgets(granted),
    specs: SandboxSpecs.load(),
    ownSpecs: ownSpecs(granted),
    stageLimits: stageLimits(),
    now: systemClock,
  }),
  claimDeps,
);

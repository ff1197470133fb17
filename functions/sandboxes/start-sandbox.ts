import { systemClock } from '../../shared/clock.ts';
import { startSandbox as endpoint } from '../../shared/contract/sandboxes.ts';
import { requireEnvInteger } from '../../shared/env.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { newId } from '../../shared/ids.ts';
import { retryLostRaces } from '../../shared/retry-lost-races.ts';
import { SandboxSpecs } from '../../shared/sandbox-specs/sandbox-specs.ts';
import { newSandbox } from '../../shared/sandboxes/generation.ts';
import type { SandboxStore } from '../../shared/sandboxes/sandbox-store.ts';
import { newSandboxView } from '../../shared/sandboxes/sandbox-view.ts';
import { type LimitDeps, policyFor, writeWithinLimit } from '../../shared/sandboxes/within-limit.ts';
import { startBudgets } from '../../shared/wiring/budgets.ts';
import { claimDeps } from '../../shared/wiring/idempotency.ts';
import { sandboxStore } from '../../shared/wiring/sandboxes.ts';

interface Deps extends LimitDeps {
  readonly sandboxes: SandboxStore;
  readonly specs: SandboxSpecs;
  readonly sandboxLimit: number;
}

/** Writes down that a sandbox should run, and answers; starting it is for the reconciler. */
export const startSandbox = implement(endpoint, async ({ query, caller, request }, deps: Deps) => {
  const spec = deps.specs.getOrDefault(query.sandbox_spec_id);
  const sandbox = newSandbox(caller.ownerId, newId(deps.now()), spec, deps.now());
  const policy = policyFor(caller, deps.sandboxLimit, query.on_limit);
  const first = await request.claim(newSandboxView(sandbox));
  await retryLostRaces(() =>
    writeWithinLimit([{ previous: null, next: sandbox }], policy, deps, (changes, bounds) =>
      deps.sandboxes.save(changes, bounds, first),
    ),
  );
  return newSandboxView(sandbox);
});

export const handler = serve(
  startSandbox,
  () => ({
    sandboxes: sandboxStore(),
    budgets: startBudgets(),
    specs: SandboxSpecs.load(),
    sandboxLimit: requireEnvInteger('SANDBOX_LIMIT'),
    now: systemClock,
  }),
  claimDeps,
);

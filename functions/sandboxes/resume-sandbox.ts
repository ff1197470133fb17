import { systemClock } from '../../shared/clock.ts';
import { resumeSandbox as endpoint } from '../../shared/contract/sandboxes.ts';
import { requireEnvInteger } from '../../shared/env.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { changeIntent } from '../../shared/sandboxes/change-intent.ts';
import { resumeRequested } from '../../shared/sandboxes/intents.ts';
import { requireWorkspace } from '../../shared/sandboxes/lost-workspace.ts';
import type { SandboxStore } from '../../shared/sandboxes/sandbox-store.ts';
import { type LimitDeps, policyFor, writeWithinLimit } from '../../shared/sandboxes/within-limit.ts';
import { startBudgets } from '../../shared/wiring/budgets.ts';
import { claimDeps } from '../../shared/wiring/idempotency.ts';
import { sandboxStore } from '../../shared/wiring/sandboxes.ts';

interface Deps extends LimitDeps {
  readonly sandboxes: SandboxStore;
  readonly sandboxLimit: number;
}

const done = { success: true } as const;

/** Also for one that runs: who asks for it is going to use it. */
export const resumeSandbox = implement(endpoint, async ({ params, query, caller, request }, deps: Deps) => {
  const { sandboxes, now } = deps;
  const policy = policyFor(caller, deps.sandboxLimit, query.on_limit);
  await changeIntent(caller.ownerId, params.sandbox_id, sandboxes, async (previous) => {
    requireWorkspace(previous);
    const next = resumeRequested(previous, now());
    if (!next) return;
    const first = await request.claim(done);
    await writeWithinLimit([{ previous, next }], policy, deps, (changes, bounds) =>
      sandboxes.save(changes, bounds, first),
    );
  });
  return done;
});

export const handler = serve(
  resumeSandbox,
  () => ({
    sandboxes: sandboxStore(),
    budgets: startBudgets(),
    sandboxLimit: requireEnvInteger('SANDBOX_LIMIT'),
    now: systemClock,
  }),
  claimDeps,
);

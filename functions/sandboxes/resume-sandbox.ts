import { resumeSandbox as endpoint } from '../../shared/contract/sandboxes/sandboxes.ts';
import type { StageLimits } from '../../shared/domain/billing/budgets/start-rules.ts';
import {
  changeIntent,
  requireWorkspace,
  resumeIgnored,
  resumeRequested,
} from '../../shared/domain/sandboxes/intent/intents.ts';
import { sizedForResume } from '../../shared/domain/sandboxes/intent/resize.ts';
import { type LimitDeps, policyFor, writeWithinLimit } from '../../shared/domain/sandboxes/intent/within-limit.ts';
import { SandboxSpecs } from '../../shared/domain/sandboxes/specs/sandbox-specs.ts';
import type { SandboxStore } from '../../shared/domain/sandboxes/store/sandbox-store.ts';
import { claimDeps } from '../../shared/http/idempotency/claim-deps.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { systemClock } from '../../shared/platform/clock.ts';
import { stageLimits, startBudgets } from '../../shared/wiring/billing.ts';
import { sandboxStore } from '../../shared/wiring/sandboxes.ts';

interface Deps extends LimitDeps {
  readonly sandboxes: SandboxStore;
  readonly specs: Pick<SandboxSpecs, 'find'>;
  readonly stageLimits: StageLimits;
}

const done = { success: true } as const;

/** Accepts a running sandbox too: the request counts as use of it. */
export const resumeSandbox = implement(endpoint, async ({ params, query, body, caller, request }, deps: Deps) => {
  const { sandboxes, now } = deps;
  const policy = policyFor(caller, deps.stageLimits, query.on_limit);
  await changeIntent(caller.ownerId, params.sandbox_id, sandboxes, async (previous) => {
    requireWorkspace(previous);
    const ignored = request.isOfCanvas ? resumeIgnored(previous, caller.keyId, now()) : undefined;
    if (ignored) return sandboxes.save([{ previous, next: ignored }]);
    const next = resumeRequested(sizedForResume(previous, body?.resources, deps), now(), body?.capacity);
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
  (granted) => ({
    sandboxes: sandboxStore(granted),
    budgets: startBudgets(granted),
    specs: SandboxSpecs.load(),
    stageLimits: stageLimits(),
    now: systemClock,
  }),
  claimDeps,
);

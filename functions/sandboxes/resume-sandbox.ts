import { type Clock, systemClock } from '../../shared/clock.ts';
import { resumeSandbox as endpoint } from '../../shared/contract/sandboxes.ts';
import { requireEnvInteger } from '../../shared/env.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { changeIntent } from '../../shared/sandboxes/change-intent.ts';
import { resumeRequested } from '../../shared/sandboxes/intents.ts';
import { requireWorkspace } from '../../shared/sandboxes/lost-workspace.ts';
import type { SandboxStore } from '../../shared/sandboxes/sandbox-store.ts';
import { writeWithinLimit } from '../../shared/sandboxes/within-limit.ts';
import { sandboxStore } from '../../shared/wiring/sandboxes.ts';

interface Deps {
  readonly sandboxes: SandboxStore;
  readonly sandboxLimit: number;
  readonly now: Clock;
}

/** Also for one that runs: who asks for it is going to use it. */
export const resumeSandbox = implement(endpoint, async ({ params, query, caller }, deps: Deps) => {
  const { sandboxes, now } = deps;
  const policy = { limit: deps.sandboxLimit, onLimit: query.on_limit };
  await changeIntent(caller.ownerId, params.sandbox_id, sandboxes, async (previous) => {
    requireWorkspace(previous);
    const next = resumeRequested(previous, now());
    if (next)
      await writeWithinLimit([{ previous, next }], policy, deps, (changes, limit) => sandboxes.save(changes, limit));
  });
  return { success: true } as const;
});

export const handler = serve(resumeSandbox, () => ({
  sandboxes: sandboxStore(),
  sandboxLimit: requireEnvInteger('SANDBOX_LIMIT'),
  now: systemClock,
}));

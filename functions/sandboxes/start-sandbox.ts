import { type Clock, systemClock } from '../../shared/clock.ts';
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
import { writeWithinLimit } from '../../shared/sandboxes/within-limit.ts';
import { sandboxStore } from '../../shared/wiring/sandboxes.ts';

interface Deps {
  readonly sandboxes: SandboxStore;
  readonly specs: SandboxSpecs;
  readonly sandboxLimit: number;
  readonly now: Clock;
}

/** Writes down that a sandbox should run, and answers; starting it is for the reconciler. */
export const startSandbox = implement(endpoint, async ({ query, caller: { ownerId } }, deps: Deps) => {
  const spec = deps.specs.getOrDefault(query.sandbox_spec_id);
  const sandbox = newSandbox(ownerId, newId(deps.now()), spec, deps.now());
  const policy = { limit: deps.sandboxLimit, onLimit: query.on_limit };
  await retryLostRaces(() =>
    writeWithinLimit([{ previous: null, next: sandbox }], policy, deps, (changes, limit) =>
      deps.sandboxes.save(changes, limit),
    ),
  );
  return newSandboxView(sandbox);
});

export const handler = serve(startSandbox, () => ({
  sandboxes: sandboxStore(),
  specs: SandboxSpecs.load(),
  sandboxLimit: requireEnvInteger('SANDBOX_LIMIT'),
  now: systemClock,
}));

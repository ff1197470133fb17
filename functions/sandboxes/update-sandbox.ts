import { updateSandbox as endpoint } from '../../shared/contract/sandboxes/sandboxes.ts';
import type { SandboxKeys } from '../../shared/domain/sandboxes/agent/keys.ts';
import { resizeRequested } from '../../shared/domain/sandboxes/intent/resize.ts';
import { changed } from '../../shared/domain/sandboxes/record/sandbox.ts';
import { isGone } from '../../shared/domain/sandboxes/record/status.ts';
import { wakePoliciesWith } from '../../shared/domain/sandboxes/record/wake-policy.ts';
import { SandboxSpecs } from '../../shared/domain/sandboxes/specs/sandbox-specs.ts';
import type { SandboxStore } from '../../shared/domain/sandboxes/store/sandbox-store.ts';
import { sandboxView } from '../../shared/domain/sandboxes/view/sandbox-view.ts';
import { shownKeyFor } from '../../shared/domain/sandboxes/view/shown-keys.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { type Clock, systemClock } from '../../shared/platform/clock.ts';
import { NotFoundError, retryLostRaces } from '../../shared/platform/errors.ts';
import { sandboxKeys, sandboxWriter } from '../../shared/wiring/sandboxes.ts';

interface Deps {
  readonly sandboxes: Pick<SandboxStore, 'find' | 'save'>;
  readonly keys: SandboxKeys;
  readonly specs: Pick<SandboxSpecs, 'find'>;
  readonly now: Clock;
}

export const updateSandbox = implement(endpoint, async ({ params, body, caller }, deps: Deps) => {
  const { sandboxes, keys, now } = deps;
  const sandbox = await retryLostRaces(async () => {
    const previous = await sandboxes.find(caller.ownerId, params.sandbox_id);
    if (isGone(previous)) throw new NotFoundError('Sandbox', params.sandbox_id);
    const wake = wakePoliciesWith(previous, body.wake);
    const next = changed(previous, now(), { wake, ...resizeRequested(previous, body.resources, deps) });
    await sandboxes.save([{ previous, next }]);
    return next;
  });
  return sandboxView(sandbox, shownKeyFor(caller, keys));
});

export const handler = serve(updateSandbox, (granted) => ({
  sandboxes: sandboxWriter(granted),
  keys: sandboxKeys(granted),
  specs: SandboxSpecs.load(),
  now: systemClock,
}));

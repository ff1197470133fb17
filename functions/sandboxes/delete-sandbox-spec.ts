import { deleteSandboxSpec as endpoint } from '../../shared/contract/sandboxes/sandbox-specs.ts';
import { removeSpec } from '../../shared/domain/sandboxes/own-specs/change-own-specs.ts';
import type { DynamoOwnSpecs } from '../../shared/domain/sandboxes/own-specs/dynamo-own-specs.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { type Clock, systemClock } from '../../shared/platform/clock.ts';
import { ownSpecs } from '../../shared/wiring/sandboxes.ts';

interface Deps {
  readonly ownSpecs: DynamoOwnSpecs;
  readonly now: Clock;
}

/** Allowed even where owners can no longer make specs. */
export const deleteSandboxSpec = implement(endpoint, async ({ params, caller }, deps: Deps) => {
  await removeSpec(caller.ownerId, params.spec_id, deps);
  return { success: true } as const;
});

export const handler = serve(deleteSandboxSpec, (granted) => ({ ownSpecs: ownSpecs(granted), now: systemClock }));

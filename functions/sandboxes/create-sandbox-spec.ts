import { createSandboxSpec as endpoint } from '../../shared/contract/sandboxes/sandbox-specs.ts';
import { createSpec } from '../../shared/domain/sandboxes/own-specs/change-own-specs.ts';
import { ownSpecDetails } from '../../shared/domain/sandboxes/own-specs/own-spec-view.ts';
import { claimDeps } from '../../shared/http/idempotency/claim-deps.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { type OwnSpecDeps, ownSpecDeps } from '../../shared/wiring/sandboxes/own-specs.ts';

export const createSandboxSpec = implement(endpoint, async ({ body, caller, request }, deps: OwnSpecDeps) => {
  const view = (spec: Parameters<typeof ownSpecDetails>[0]) => ownSpecDetails(spec, deps.prices.tables, deps.now());
  return view(await createSpec(caller, body, (spec) => request.claim(view(spec)), deps));
});

export const handler = serve(createSandboxSpec, ownSpecDeps, claimDeps);

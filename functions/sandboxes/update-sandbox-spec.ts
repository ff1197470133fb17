import { updateSandboxSpec as endpoint } from '../../shared/contract/sandboxes/sandbox-specs.ts';
import { changeSpec } from '../../shared/domain/sandboxes/own-specs/change-own-specs.ts';
import { ownSpecDetails } from '../../shared/domain/sandboxes/own-specs/own-spec-view.ts';
import { implement, Revised } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { type OwnSpecDeps, ownSpecDeps } from '../../shared/wiring/sandboxes/own-specs.ts';

export const updateSandboxSpec = implement(endpoint, async ({ params, body, caller, request }, deps: OwnSpecDeps) => {
  const changed = await changeSpec(caller, params.spec_id, body, deps, request.revisions);
  return new Revised(ownSpecDetails(changed, deps.prices.tables, deps.now()), changed.version);
});

export const handler = serve(updateSandboxSpec, ownSpecDeps);

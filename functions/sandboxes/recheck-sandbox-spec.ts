import { recheckSandboxSpec as endpoint } from '../../shared/contract/sandboxes/sandbox-specs.ts';
import { checkAgain } from '../../shared/domain/sandboxes/own-specs/change-own-specs.ts';
import { ownSpecDetails } from '../../shared/domain/sandboxes/own-specs/own-spec-view.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { type OwnSpecDeps, ownSpecDeps } from '../../shared/wiring/sandboxes/own-specs.ts';

export const recheckSandboxSpec = implement(endpoint, async ({ params, caller }, deps: OwnSpecDeps) =>
  ownSpecDetails(await checkAgain(caller, params.spec_id, deps), deps.prices.tables, deps.now()),
);

export const handler = serve(recheckSandboxSpec, ownSpecDeps);

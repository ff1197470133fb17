import { updateOwner as endpoint } from '../../shared/contract/owners.ts';
import { type AdministerDeps, changeLimits } from '../../shared/domain/owners/administer.ts';
import { ownerView } from '../../shared/domain/owners/owner-record.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { changeLimitsDeps } from '../../shared/wiring/owners.ts';

export const updateOwner = implement(endpoint, async ({ params, body, ...ask }, deps: AdministerDeps) =>
  ownerView(await changeLimits(params.owner_id, body.limits, ask, deps)),
);

export const handler = serve(updateOwner, changeLimitsDeps);

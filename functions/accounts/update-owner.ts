import { updateOwner as endpoint } from '../../shared/contract/accounts/owners.ts';
import { type AdministerDeps, changeLimits } from '../../shared/domain/accounts/owners/administer.ts';
import { ownerView } from '../../shared/domain/accounts/owners/owner-record.ts';
import { implement, Revised } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { changeLimitsDeps } from '../../shared/wiring/owners.ts';

export const updateOwner = implement(endpoint, async ({ params, body, ...ask }, deps: AdministerDeps) => {
  const owner = await changeLimits(params.owner_id, body.limits, ask, deps);
  return new Revised(ownerView(owner), owner.limits_revision);
});

export const handler = serve(updateOwner, changeLimitsDeps);

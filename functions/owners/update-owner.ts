import { updateOwner as endpoint } from '../../shared/contract/owners.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { type AdministerDeps, changeLimits } from '../../shared/owners/administer.ts';
import { ownerView } from '../../shared/owners/owner-record.ts';
import { changeLimitsDeps } from '../../shared/wiring/owners.ts';

export const updateOwner = implement(endpoint, async ({ params, body, ...ask }, deps: AdministerDeps) =>
  ownerView(await changeLimits(params.owner_id, body.limits, ask, deps)),
);

export const handler = serve(updateOwner, changeLimitsDeps);

import { createOwnerKey as endpoint } from '../../shared/contract/owners.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { type AdministerDeps, createKeyOf } from '../../shared/owners/administer.ts';
import { sealedClaimDeps } from '../../shared/wiring/idempotency.ts';
import { administerDeps } from '../../shared/wiring/owners.ts';

export const createOwnerKey = implement(endpoint, async ({ params, body = {}, ...ask }, deps: AdministerDeps) =>
  createKeyOf(params.owner_id, body, ask, deps),
);

export const handler = serve(createOwnerKey, administerDeps, sealedClaimDeps);

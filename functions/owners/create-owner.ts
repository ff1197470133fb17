import { createOwner as endpoint } from '../../shared/contract/owners.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { type AdministerDeps, createNewOwner } from '../../shared/owners/administer.ts';
import { sealedClaimDeps } from '../../shared/wiring/idempotency.ts';
import { administerDeps } from '../../shared/wiring/owners.ts';

export const createOwner = implement(endpoint, async ({ body, ...ask }, deps: AdministerDeps) =>
  createNewOwner(body, ask, deps),
);

export const handler = serve(createOwner, administerDeps, sealedClaimDeps);

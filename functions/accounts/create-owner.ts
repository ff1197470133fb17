import { createOwner as endpoint } from '../../shared/contract/accounts/owners.ts';
import { type AdministerDeps, createNewOwner } from '../../shared/domain/accounts/owners/administer.ts';
import { sealedClaimDeps } from '../../shared/http/idempotency/claim-deps.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { administerDeps } from '../../shared/wiring/accounts.ts';

export const createOwner = implement(endpoint, async ({ body, caller, request }, deps: AdministerDeps) =>
  createNewOwner(body, { caller, request: { ...request, endpoint } }, deps),
);

export const handler = serve(createOwner, administerDeps, sealedClaimDeps);

import { createOwnerKey as endpoint } from '../../shared/contract/accounts/owners.ts';
import { journaledAuditLog } from '../../shared/domain/accounts/audit/journaled-audit-log.ts';
import { type AdministerDeps, createKeyOf } from '../../shared/domain/accounts/owners/administer.ts';
import { sealedClaimDeps } from '../../shared/http/idempotency/claim-deps.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { administerDeps } from '../../shared/wiring/accounts.ts';

export const createOwnerKey = implement(
  endpoint,
  async ({ params, body = {}, caller, request }, deps: AdministerDeps) =>
    createKeyOf(params.owner_id, body, { caller, request: { ...request, endpoint } }, deps),
);

export const handler = serve(createOwnerKey, administerDeps, sealedClaimDeps, journaledAuditLog);

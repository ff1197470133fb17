import { createKey as endpoint } from '../../shared/contract/accounts/keys.ts';
import { journaledAuditLog } from '../../shared/domain/accounts/audit/journaled-audit-log.ts';
import { type ChangeKeysDeps, createOwnKey } from '../../shared/domain/accounts/keys/change-keys.ts';
import { sealedClaimDeps } from '../../shared/http/idempotency/claim-deps.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { changeKeysDeps } from '../../shared/wiring/accounts.ts';

export const createKey = implement(endpoint, async ({ body = {}, caller, request }, deps: ChangeKeysDeps) =>
  createOwnKey(body, { caller, request: { ...request, endpoint } }, deps),
);

export const handler = serve(createKey, changeKeysDeps, sealedClaimDeps, journaledAuditLog);

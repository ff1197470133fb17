import { rotateKey as endpoint } from '../../shared/contract/accounts/keys.ts';
import { journaledAuditLog } from '../../shared/domain/accounts/audit/journaled-audit-log.ts';
import { type ChangeKeysDeps, rotateOwnKey } from '../../shared/domain/accounts/keys/change-keys.ts';
import { sealedClaimDeps } from '../../shared/http/idempotency/claim-deps.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { changeKeysDeps } from '../../shared/wiring/accounts.ts';

export const rotateKey = implement(endpoint, async ({ params, body = {}, caller, request }, deps: ChangeKeysDeps) =>
  rotateOwnKey(params.key_id, body, { caller, request: { ...request, endpoint } }, deps),
);

export const handler = serve(rotateKey, changeKeysDeps, sealedClaimDeps, journaledAuditLog);

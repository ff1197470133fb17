import { revokeKey as endpoint } from '../../shared/contract/accounts/keys.ts';
import { journaledAuditLog } from '../../shared/domain/accounts/audit/journaled-audit-log.ts';
import { type ChangeKeysDeps, revokeOwnKey } from '../../shared/domain/accounts/keys/change-keys.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { changeKeysDeps } from '../../shared/wiring/accounts.ts';

export const revokeKey = implement(endpoint, async ({ params, caller, request }, deps: ChangeKeysDeps) => {
  await revokeOwnKey(params.key_id, { caller, request: { ...request, endpoint } }, deps);
  return { message: 'API key deleted successfully' as const };
});

export const handler = serve(revokeKey, changeKeysDeps, undefined, journaledAuditLog);

import { updateOwner as endpoint } from '../../shared/contract/accounts/owners.ts';
import { journaledAuditLog } from '../../shared/domain/accounts/audit/journaled-audit-log.ts';
import { changeLimits, type LimitsDeps } from '../../shared/domain/accounts/owners/administer.ts';
import { ownerView } from '../../shared/domain/accounts/owners/owner-record.ts';
import { implement, Revised } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { changeLimitsDeps } from '../../shared/wiring/accounts.ts';

export const updateOwner = implement(endpoint, async ({ params, body, caller, request }, deps: LimitsDeps) => {
  const order = { caller, request: { ...request, endpoint } };
  const owner = await changeLimits(params.owner_id, body.limits, order, deps);
  return new Revised(ownerView(owner), owner.limits_revision);
});

export const handler = serve(updateOwner, changeLimitsDeps, undefined, journaledAuditLog);

import { updateOwner as endpoint } from '../../shared/contract/accounts/owners.ts';
import { journaledAuditLog } from '../../shared/domain/accounts/audit/journaled-audit-log.ts';
import { type ChangeOwnerDeps, changeOwner } from '../../shared/domain/accounts/owners/administer.ts';
import { ownerView } from '../../shared/domain/accounts/owners/owner-record.ts';
import { implement, Revised } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { changeOwnerDeps } from '../../shared/wiring/accounts.ts';

export const updateOwner = implement(endpoint, async ({ params, body, caller, request }, deps: ChangeOwnerDeps) => {
  const owner = await changeOwner(params.owner_id, body, { caller, request: { ...request, endpoint } }, deps);
  return new Revised(ownerView(owner), owner.limits_revision);
});

export const handler = serve(updateOwner, changeOwnerDeps, undefined, journaledAuditLog);

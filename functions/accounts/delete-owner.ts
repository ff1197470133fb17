import { deleteOwner as endpoint } from '../../shared/contract/accounts/owners.ts';
import { journaledAuditLog } from '../../shared/domain/accounts/audit/journaled-audit-log.ts';
import { requestDeletion } from '../../shared/domain/accounts/owners/administer.ts';
import { ownerView } from '../../shared/domain/accounts/owners/owner-record.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import type { Granted } from '../../shared/rights/index.ts';
import { deleteOwnerDeps, eraseOwner } from '../../shared/wiring/accounts.ts';

const wire = (granted: Granted<'delete-owner'>) => ({
  ...deleteOwnerDeps(granted),
  erase: eraseOwner(granted),
});

/** The sweep starts the worker again if this invocation is lost. */
export const deleteOwner = implement(
  endpoint,
  async ({ params, query, caller, request }, deps: ReturnType<typeof wire>) => {
    const owner = await requestDeletion(params.owner_id, query, { caller, request: { ...request, endpoint } }, deps);
    if (owner.deletion?.finished_at === null) await deps.erase(params.owner_id);
    return ownerView(owner);
  },
);

export const handler = serve(deleteOwner, wire, undefined, journaledAuditLog);

import { deleteBudgetOverride as endpoint } from '../../shared/contract/billing/budgets.ts';
import { journaledAuditLog } from '../../shared/domain/accounts/audit/journaled-audit-log.ts';
import { type ChangeMembersDeps, changeLimitsOf } from '../../shared/domain/accounts/members/manage-members.ts';
import { requireOwnOrganization } from '../../shared/domain/accounts/organization.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { changeMembersDeps } from '../../shared/wiring/accounts.ts';

export const deleteBudgetOverride = implement(
  endpoint,
  async ({ params, caller, request }, deps: ChangeMembersDeps) => {
    requireOwnOrganization(params.org_id, caller.ownerId);
    const order = { caller, request: { ...request, endpoint } };
    await changeLimitsOf(params.user_id, { monthly_budget_usd: null }, order, deps);
  },
);

export const handler = serve(deleteBudgetOverride, changeMembersDeps, undefined, journaledAuditLog);

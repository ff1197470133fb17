import { putBudgetOverride as endpoint } from '../../shared/contract/billing/budgets.ts';
import { journaledAuditLog } from '../../shared/domain/accounts/audit/journaled-audit-log.ts';
import { type ChangeMembersDeps, changeLimitsOf } from '../../shared/domain/accounts/members/manage-members.ts';
import { requireOwnOrganization } from '../../shared/domain/accounts/organization.ts';
import type { OwnerAccounts } from '../../shared/domain/billing/budgets/account.ts';
import { monthOf } from '../../shared/domain/billing/budgets/monthly-budget.ts';
import { budgetUserView } from '../../shared/domain/billing/organization/budgets-view.ts';
import type { UsageReader } from '../../shared/domain/billing/usage/usage-ledger.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { changeMembersDeps } from '../../shared/wiring/accounts.ts';
import { ownerAccounts, usageReader } from '../../shared/wiring/billing.ts';

interface Deps extends ChangeMembersDeps {
  readonly accounts: Pick<OwnerAccounts, 'account'>;
  readonly usage: UsageReader;
}

/** Reads the ledger first, so that a request that fails for it changes nothing. */
export const putBudgetOverride = implement(endpoint, async ({ params, body, caller, request }, deps: Deps) => {
  requireOwnOrganization(params.org_id, caller.ownerId);
  const { ownerId } = caller;
  const now = deps.now();
  const [{ limits }, month] = await Promise.all([
    deps.accounts.account(ownerId),
    deps.usage.monthToDate(ownerId, monthOf(now), now),
  ]);
  const order = { caller, request: { ...request, endpoint } };
  const member = await changeLimitsOf(params.user_id, { monthly_budget_usd: body.monthly_limit }, order, deps);
  return budgetUserView(member, limits, month);
});

export const handler = serve(
  putBudgetOverride,
  (granted) => ({
    ...changeMembersDeps(granted),
    accounts: ownerAccounts(granted),
    usage: usageReader(granted),
  }),
  undefined,
  journaledAuditLog,
);

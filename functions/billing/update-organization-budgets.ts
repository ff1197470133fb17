import { updateOrganizationBudgets as endpoint } from '../../shared/contract/billing/budgets.ts';
import { journaledAuditLog } from '../../shared/domain/accounts/audit/journaled-audit-log.ts';
import { requireSeesAll } from '../../shared/domain/accounts/organization.ts';
import { type ChangeOwnerDeps, changeOwner } from '../../shared/domain/accounts/owners/administer.ts';
import { type BudgetStateDeps, budgetState } from '../../shared/domain/billing/organization/budget-state.ts';
import { budgetsView } from '../../shared/domain/billing/organization/budgets-view.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { changeOwnerDeps } from '../../shared/wiring/accounts.ts';
import { budgetStateDeps } from '../../shared/wiring/billing/organization.ts';

type Deps = BudgetStateDeps & ChangeOwnerDeps;

/** Reads the ledger first, so that a request that fails for it changes nothing. */
export const updateOrganizationBudgets = implement(
  endpoint,
  async ({ params, query, body, caller, request }, deps: Deps) => {
    requireSeesAll(params.org_id, caller, 'costs');
    const { ownerId } = caller;
    const { monthly_limit: limit } = body;
    const before = await budgetState(ownerId, deps);
    if (limit === undefined) return budgetsView(before, query, deps.now());
    const order = { caller, request: { ...request, endpoint } };
    const { limits } = await changeOwner(ownerId, { limits: { monthly_budget_usd: limit } }, order, deps);
    return budgetsView({ ...before, limits }, query, deps.now());
  },
);

export const handler = serve(
  updateOrganizationBudgets,
  (granted) => ({ ...budgetStateDeps(granted), ...changeOwnerDeps(granted) }),
  undefined,
  journaledAuditLog,
);

import { getOrganizationBudgets as endpoint } from '../../shared/contract/billing/budgets.ts';
import { requireSeesAll } from '../../shared/domain/accounts/organization.ts';
import { type BudgetStateDeps, budgetState } from '../../shared/domain/billing/organization/budget-state.ts';
import { budgetsView } from '../../shared/domain/billing/organization/budgets-view.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { budgetStateDeps } from '../../shared/wiring/billing/organization.ts';

export const getOrganizationBudgets = implement(endpoint, async ({ params, query, caller }, deps: BudgetStateDeps) => {
  requireSeesAll(params.org_id, caller, 'costs');
  return budgetsView(await budgetState(caller.ownerId, deps), query, deps.now());
});

export const handler = serve(getOrganizationBudgets, budgetStateDeps);

import { deleteBudgetOverride } from '../../../../functions/billing/delete-budget-override.ts';
import { getOrganizationBudgets } from '../../../../functions/billing/get-organization-budgets.ts';
import { listMemberFinances } from '../../../../functions/billing/list-member-finances.ts';
import { putBudgetOverride } from '../../../../functions/billing/put-budget-override.ts';
import { updateOrganizationBudgets } from '../../../../functions/billing/update-organization-budgets.ts';
import type { Caller } from '../../../../shared/contract/endpoint/caller.ts';
import { DynamoOwnerStore } from '../../../../shared/domain/accounts/owners/dynamo-owner-store.ts';
import { DynamoOwnerAccounts } from '../../../../shared/domain/billing/budgets/dynamo-owner-accounts.ts';
import type { BudgetState } from '../../../../shared/domain/billing/organization/budgets-view.ts';
import { pricesOf } from '../../../../shared/domain/billing/usage/prices.ts';
import type { UsageRow } from '../../../../shared/domain/billing/usage/usage-row.ts';
import { peopleScene } from '../../../support/accounts/people/people-scene.ts';
import { MemoryUsage } from '../../../support/billing/memory-usage.ts';
import { aCaller } from '../../../support/http/a-caller.ts';
import { invoke, type TestRequest } from '../../../support/http/invoke.ts';

type Ask = Omit<TestRequest, 'caller'>;

/** Members of organizations, and what they ask about budgets. */
export async function budgetsScene() {
  const scene = await peopleScene();
  const { documents } = scene.tables;
  const usage = new MemoryUsage();
  const { tables } = pricesOf('us-east-1');

  const deps = {
    ...scene.depsAt(),
    usage,
    accounts: new DynamoOwnerAccounts(documents, scene.tables),
    owners: new DynamoOwnerStore(documents, scene.tables),
    alertChannels: async (): Promise<BudgetState['channels']> => new Set(['slack'] as const),
  };
  const reading = { ...deps, members: scene.changes };
  const params = (caller: Caller, user?: string) => ({
    ...scene.params(caller.ownerId),
    ...(user === undefined ? {} : { user_id: user }),
  });
  const read = (caller: Caller, request: Ask = {}) =>
    invoke(getOrganizationBudgets, reading, { params: params(caller), ...request, caller });
  const update = (caller: Caller, body: unknown, request: Ask = {}) =>
    invoke(updateOrganizationBudgets, reading, { params: params(caller), body, ...request, caller });
  const put = (caller: Caller, user: string, body: unknown, request: Ask = {}) =>
    invoke(putBudgetOverride, deps, { params: params(caller, user), body, ...request, caller });
  const remove = (caller: Caller, user: string, request: Ask = {}) =>
    invoke(deleteBudgetOverride, deps, { params: params(caller, user), ...request, caller });

  /** A ledger of one page for each month. */
  const ledgerOf = (pages: readonly (readonly UsageRow[])[], open: readonly UsageRow[] = []) => ({
    open: async () => open,
    async *ended() {
      yield* pages;
    },
  });
  const finances = (caller: Caller, pages: readonly (readonly UsageRow[])[] = [], request: Ask = {}) =>
    invoke(
      listMemberFinances,
      { ...reading, ledger: ledgerOf(pages), tables },
      { params: params(caller), ...request, caller },
    );

  const operatorOf = (ownerId: string): Caller => ({ ...aCaller, ownerId, scopes: ['admin'] });

  return { scene, usage, deps, params, read, update, put, remove, finances, operatorOf };
}

import { listMemberFinances as endpoint } from '../../shared/contract/billing/budgets.ts';
import { pageOf, withEmail } from '../../shared/domain/accounts/members/list-members.ts';
import { requireSeesAll } from '../../shared/domain/accounts/organization.ts';
import type { DynamoMembers } from '../../shared/domain/accounts/people/dynamo-members.ts';
import { monthOf } from '../../shared/domain/billing/budgets/monthly-budget.ts';
import { spentBy } from '../../shared/domain/billing/organization/budgets-view.ts';
import { type LifetimeDeps, lifetimeUsage } from '../../shared/domain/billing/organization/lifetime.ts';
import type { UsageReader } from '../../shared/domain/billing/usage/usage-ledger.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { type Clock, systemClock } from '../../shared/platform/clock.ts';
import { memberChanges } from '../../shared/wiring/accounts.ts';
import { usageLedger, usagePrices, usageReader } from '../../shared/wiring/billing.ts';

interface Deps extends LifetimeDeps {
  readonly members: Pick<DynamoMembers, 'ofOwner'>;
  readonly usage: UsageReader;
  readonly now: Clock;
}

export const listMemberFinances = implement(endpoint, async ({ params, query, caller }, deps: Deps) => {
  requireSeesAll(params.org_id, caller, 'costs');
  const { ownerId } = caller;
  const now = deps.now();
  const [members, month, { used, isComplete }] = await Promise.all([
    deps.members.ofOwner(ownerId),
    deps.usage.monthToDate(ownerId, monthOf(now), now),
    lifetimeUsage(ownerId, now, deps),
  ]);
  const page = pageOf(withEmail(members, query.email), query);
  return {
    ...page,
    items: page.items.map(({ person_id: id, email, limits: { monthly_budget_usd: budget } }) => ({
      ...{ user_id: id, email, lifetime_spend: spentBy(id, used), max_budget: budget },
      current_budget: budget === null ? 0 : Math.max(0, budget - spentBy(id, month)),
    })),
    is_complete: isComplete,
  };
});

export const handler = serve(listMemberFinances, (granted) => ({
  members: memberChanges(granted),
  usage: usageReader(granted),
  ledger: usageLedger(granted),
  tables: usagePrices().tables,
  now: systemClock,
}));

import type * as z from 'zod';
import type { getOrganizationBudgets } from '../../../contract/billing/budgets.ts';
import type { Limits } from '../../../contract/shapes/limits.ts';
import { timestamp } from '../../../platform/clock.ts';
import type { MemberRecord } from '../../accounts/people/member-record.ts';
import { monthEnd, monthOf } from '../budgets/monthly-budget.ts';
import { usdOf } from '../usage/amounts.ts';
import type { MonthToDate } from '../usage/usage-ledger.ts';

type View = z.input<(typeof getOrganizationBudgets)['success']['body']>;
type Query = z.output<(typeof getOrganizationBudgets)['query']>;

/** When alerts are sent, in percent of a budget. */
const THRESHOLDS = [50, 80, 100] as const;

/** The state of an owner's budgets. */
export interface BudgetState {
  readonly limits: Limits;
  readonly members: readonly MemberRecord[];
  readonly month: MonthToDate;
  /** How alerts about budgets are received. */
  readonly channels: ReadonlySet<'mail' | 'slack'>;
}

export function budgetsView({ limits, members, month, channels }: BudgetState, query: Query, now: Date): View {
  const limit = limits.monthly_budget_usd;
  const spend = usdOf(month.microUsd);
  const users = members.filter(matching(query));
  const start = (query.users_page - 1) * query.users_per_page;
  return {
    enabled: limit !== null,
    monthly_limit: limit,
    reset_day: 1,
    cycle_start_at: `${monthOf(now)}-01T00:00:00.000Z`,
    cycle_end_at: timestamp(monthEnd(now)),
    current_spend: spend,
    current_model_spend: usdOf(month.modelMicroUsd),
    current_spend_percentage: limit ? Math.round((spend / limit) * 10_000) / 100 : 0,
    default_user_monthly_limit: null,
    thresholds: THRESHOLDS.map((percentage, index) => ({
      id: index + 1,
      percentage,
      email_enabled: channels.has('mail'),
      slack_enabled: channels.has('slack'),
    })),
    ...{ slack_channel: null, slack_team_id: null },
    ...{ litellm_last_sync_at: null, litellm_last_sync_status: null, litellm_last_sync_error: null },
    users: users.slice(start, start + query.users_per_page).map((member) => budgetUserView(member, limits, month)),
    users_total: users.length,
    users_page: query.users_page,
    users_per_page: query.users_per_page,
  };
}

export function budgetUserView(
  { person_id: id, email, name, limits: own }: MemberRecord,
  owner: Limits,
  month: MonthToDate,
): View['users'][number] {
  const set = [own.monthly_budget_usd, owner.monthly_budget_usd].filter((limit) => limit !== null);
  return {
    ...{ user_id: id, user_email: email, user_name: name },
    current_spend: spentBy(id, month),
    current_model_spend: usdOf(month.byLineage.get(id)?.modelMicroUsd ?? 0),
    monthly_limit: own.monthly_budget_usd,
    effective_monthly_limit: set.length === 0 ? null : Math.min(...set),
    is_disabled: false,
    is_override: own.monthly_budget_usd !== null,
  };
}

/** What a member and their API keys have cost, in US dollars. */
export function spentBy(personId: string, { byLineage }: MonthToDate): number {
  return usdOf(byLineage.get(personId)?.microUsd ?? 0);
}

function matching({ users_search: search, users_status: status }: Query): (member: MemberRecord) => boolean {
  const wanted = search?.toLowerCase() ?? '';
  return ({ email, name, limits }) =>
    [email, name, ''].some((text) => text?.toLowerCase().includes(wanted)) &&
    (status === undefined || (status === 'limited') === (limits.monthly_budget_usd !== null));
}

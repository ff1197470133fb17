import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { limit, noContent, Timestamp, whole } from '../shapes/fields.ts';
import { MemberSearch, memberPage } from '../shapes/member-pages.ts';
import { MemberParams, OrganizationParams } from '../shapes/organization.ts';
import { line } from '../shapes/text.ts';

/** Budgets as web clients of organizations show them: the monthly limits in US dollars of an owner and its members. */
const common = { area: 'billing', tag: 'budgets', access: 'key', generation: 'v1' } as const;

/** Adds up the ledger. API Gateway ends a request after 29 s. */
const needs = { timeoutSeconds: 29, memoryMegabytes: 512 } as const;

const forAdmins = 'For admins, and for API keys that belong to no person.';

const usd = z.number().nonnegative();
const Budget = z.number().min(0).max(1_000_000_000);

const budgetUser = {
  user_id: z.string(),
  user_email: z.string().nullable(),
  user_name: z.string().nullable(),
  current_spend: usd.meta({
    description: 'The cost of sandboxes and of language models in this month (UTC), in US dollars.',
  }),
  current_model_spend: usd.meta({ description: 'The part of it for language models.' }),
  monthly_limit: usd.nullable().meta({ description: "The member's own limit, in US dollars." }),
  effective_monthly_limit: usd.nullable().meta({
    description: "The lower of the member's own limit and the organization's.",
  }),
  is_disabled: z.literal(false),
  is_override: z.boolean().meta({ description: 'Whether the member has a limit of their own.' }),
};
const BudgetUser = z.object(budgetUser).meta({ id: 'OrganizationBudgetUser' });

const OrganizationBudgets = z
  .object({
    enabled: z.boolean().meta({ description: 'Whether the organization has a limit.' }),
    monthly_limit: usd.nullable().meta({ description: 'In US dollars.' }),
    reset_day: z.literal(1),
    cycle_start_at: Timestamp.meta({ description: 'The start of the calendar month (UTC).' }),
    cycle_end_at: Timestamp,
    current_spend: usd.meta({
      description:
        'The cost of sandboxes and of language models in this month, in US dollars, including those of former members.',
    }),
    current_model_spend: usd.meta({ description: 'The part of it for language models.' }),
    current_spend_percentage: usd.meta({ description: 'The share of the limit; 0 without a limit.' }),
    default_user_monthly_limit: z.null(),
    thresholds: z
      .array(z.object({ id: z.int(), percentage: z.int(), email_enabled: z.boolean(), slack_enabled: z.boolean() }))
      .meta({ description: 'When alerts are sent, and whether someone receives them: see `/api/v1/alerts`.' }),
    slack_channel: z.null(),
    slack_team_id: z.null(),
    litellm_last_sync_at: z.null(),
    litellm_last_sync_status: z.null(),
    litellm_last_sync_error: z.null(),
    users: z.array(BudgetUser),
    users_total: z.int(),
    users_page: z.int(),
    users_per_page: z.int(),
  })
  .meta({ id: 'OrganizationBudgets' });

const query = z.object({
  users_page: whole(1, 100_000).default(1),
  users_per_page: limit(50, 1_000),
  users_search: line(200).optional().meta({
    description: "Part of a member's name or email address. Case is ignored.",
  }),
  users_status: z.enum(['limited', 'unlimited']).optional().meta({
    description: 'Only members with, or without, a limit of their own.',
  }),
});

export const getOrganizationBudgets = defineEndpoint(() => ({
  ...common,
  id: 'get-organization-budgets',
  scope: 'usage:read',
  method: 'GET',
  path: '/api/organizations/{org_id}/budgets',
  summary: "Get an organization's budgets",
  description: `${forAdmins} Returns the limits of the organization and its members in US dollars, and the costs of this month so far.`,
  params: OrganizationParams,
  query,
  needs,
  success: { status: 200, body: OrganizationBudgets },
  errors: ['not_found', 'insufficient_scope', 'usage_not_settled'],
}));

const alertsInstead = 'Alerts are sent at 50, 80 and 100 %. Choose who receives them with PATCH /api/v1/alerts.';

export const updateOrganizationBudgets = defineEndpoint(() => ({
  ...common,
  id: 'update-organization-budgets',
  scope: 'admin',
  method: 'PATCH',
  path: '/api/organizations/{org_id}/budgets',
  summary: "Update an organization's budget",
  description:
    'For operators: the same limit as `monthly_budget_usd` of `PATCH /api/v1/owners/{owner_id}`. Without `monthly_limit`, nothing changes. If the new limit is used up, running sandboxes are paused within a minute.',
  params: OrganizationParams,
  query,
  body: z
    .object({
      monthly_limit: Budget.nullable().optional().meta({ description: 'In US dollars. Null removes it.' }),
      reset_day: z.literal(1, { error: 'Must be 1: budgets are for calendar months (UTC).' }).nullish(),
    })
    .meta({ id: 'OrganizationBudgetsUpdate' }),
  unsupported: {
    enabled: 'A budget is enabled while it has a limit. Send monthly_limit.',
    default_user_monthly_limit:
      'Members have no default limit. Send each limit to PUT /api/organizations/{org_id}/budgets/overrides/{user_id}.',
    slack_channel: alertsInstead,
    slack_team_id: alertsInstead,
    thresholds: alertsInstead,
  },
  needs,
  success: { status: 200, body: OrganizationBudgets },
  errors: ['not_found', 'conflict', 'usage_not_settled'],
}));

const override = {
  ...common,
  scope: 'members:write',
  path: '/api/organizations/{org_id}/budgets/overrides/{user_id}',
  params: MemberParams,
} as const;

export const putBudgetOverride = defineEndpoint(() => ({
  ...override,
  id: 'put-budget-override',
  method: 'PUT',
  summary: "Save a member's budget",
  description:
    "The same limit as `monthly_budget_usd` of the member's `limits`. It applies from the next request. If it is used up, running sandboxes are paused within a minute.",
  body: z
    .object({ monthly_limit: Budget.nullable().meta({ description: 'In US dollars. Null removes it.' }) })
    .meta({ id: 'OrganizationBudgetOverride' }),
  unsupported: { is_disabled: 'Budgets of members always apply. Send monthly_limit: null to remove one.' },
  needs,
  success: { status: 200, body: BudgetUser },
  errors: ['not_found', 'conflict', 'forbidden', 'insufficient_scope', 'unauthenticated', 'usage_not_settled'],
}));

export const deleteBudgetOverride = defineEndpoint(() => ({
  ...override,
  id: 'delete-budget-override',
  method: 'DELETE',
  summary: "Remove a member's budget",
  description: "The member's other limits and those of the organization stay. The request can be repeated.",
  success: noContent,
  errors: ['not_found', 'conflict', 'forbidden', 'insufficient_scope', 'unauthenticated'],
}));

const Finances = z.object({
  user_id: z.string(),
  email: z.string().nullable(),
  lifetime_spend: usd,
  current_budget: usd.meta({ description: 'What is left of `max_budget` in this month (UTC); 0 without a limit.' }),
  max_budget: usd.nullable().meta({ description: "The member's own monthly limit." }),
});

export const listMemberFinances = defineEndpoint(() => ({
  ...common,
  id: 'list-member-finances',
  scope: 'usage:read',
  method: 'GET',
  path: '/api/organizations/{org_id}/members/financial',
  summary: "List the costs of an organization's members",
  description: `${forAdmins} Returns the costs of sandboxes that members and their API keys started or resumed, and of the language models that they used, in US dollars, in the order in which members joined. \`GET /api/organizations/{org_id}/conversations/user-usage\` has the costs that agents reported.`,
  params: OrganizationParams,
  query: MemberSearch,
  needs,
  success: {
    status: 200,
    body: memberPage(Finances)
      .extend({
        is_complete: z.boolean().meta({
          description:
            'False if the ledger has more entries than one request adds up. `lifetime_spend` then contains only the oldest.',
        }),
      })
      .meta({ id: 'OrganizationMemberFinances' }),
  },
  errors: ['not_found', 'insufficient_scope', 'usage_not_settled'],
}));

import * as z from 'zod';
import { ConversationTrigger, ExecutionStatus, ProviderType, SandboxStatus, Visibility } from './enums.ts';
import { Timestamp } from './fields.ts';

export const isComplete = z
  .boolean()
  .meta({ description: 'False if there are more conversations than the request examined.' });

export const OrganizationConversation = z
  .object({
    id: z.string(),
    title: z.string(),
    llm_model: z.string().nullable(),
    agent_kind: z.string(),
    user_id: z
      .string()
      .meta({ description: 'The person who made it, or the owner for API keys that belong to no person.' }),
    user_name: z.string().nullable(),
    user_email: z.string().nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
    sandbox_id: z.string(),
    sandbox_status: SandboxStatus,
    execution_status: ExecutionStatus.nullable(),
    visibility: Visibility,
    runtime_url: z.null().meta({ description: '`GET /api/v1/sandboxes/{sandbox_id}` has the URLs of a sandbox.' }),
    selected_repository: z.string().nullable(),
    selected_branch: z.string().nullable(),
    git_provider: ProviderType.nullable(),
    trigger: ConversationTrigger.nullable(),
    pr_number: z.array(z.int()),
    pr_merged: z.null().meta({ description: 'Unknown to this service.' }),
    parent_conversation_id: z.string().nullable(),
    tags: z.record(z.string(), z.string()),
    accumulated_cost: z.number().meta({ description: 'Of language models, in US dollars.' }),
    prompt_tokens: z.int(),
    completion_tokens: z.int(),
    total_tokens: z.int(),
    cache_read_tokens: z.int(),
    cache_write_tokens: z.int(),
  })
  .meta({ id: 'OrganizationConversation' });

const count = z.int().nonnegative();
const usd = z.number().nonnegative();

export const OrganizationConversationStats = z
  .object({
    active_conversations: count.meta({ description: 'Conversations whose agent is working now.' }),
    running_runtimes: count.meta({ description: 'Sandboxes that start, run or are being saved. Exact.' }),
    completed_24h: count.meta({
      description: 'Conversations whose agent finished and that last changed in this time.',
    }),
    completed_7d: count,
    completed_30d: count,
    total_cost: usd.meta({
      description: 'Of language models, in US dollars. `/api/v1/usage` has the cost of sandboxes.',
    }),
    total_prompt_tokens: count,
    total_completion_tokens: count,
    total_tokens: count,
    is_complete: isComplete,
  })
  .meta({ id: 'OrganizationConversationStats' });

const who = { user_id: z.string(), user_email: z.string().nullable(), user_name: z.string().nullable() };

export const OrganizationUsageStats = z
  .object({
    active_users: count.meta({ description: 'People who made conversations in this time.' }),
    agent_runs: count.meta({ description: 'Conversations, including sub-conversations.' }),
    usage_conversation_count: count.meta({ description: 'Conversations without sub-conversations.' }),
    total_tokens: count,
    estimated_spend: usd.meta({ description: 'For language models, in US dollars.' }),
    daily_usage: z.array(z.object({ date: z.iso.date(), tokens: count, conversations: count })),
    team_usage: z.array(
      z.object({
        ...who,
        conversation_count: count,
        total_tokens: count,
        percentage: z.number().meta({ description: 'The share of all tokens.' }),
      }),
    ),
    model_usage: z.array(
      z.object({ model_name: z.string(), conversation_count: count, total_tokens: count, total_cost: usd }),
    ),
    agent_usage: z.array(z.object({ agent_name: z.string(), conversation_count: count, total_cost: usd })),
    is_complete: isComplete,
  })
  .meta({ id: 'OrganizationUsageStats' });

export const OrganizationUserUsage = z
  .object({
    items: z.array(
      z.object({
        ...who,
        conversation_count: count.meta({ description: 'Including sub-conversations.' }),
        first_conversation_at: Timestamp.nullable(),
        last_conversation_at: Timestamp.nullable(),
        first_login_at: Timestamp.nullable(),
        last_login_at: Timestamp.nullable(),
        spend_mtd: usd.meta({ description: 'For language models in this month (UTC), in US dollars.' }),
        spend_ytd: usd,
        spend_lifetime: usd,
        budget_monthly_limit: usd.nullable().meta({ description: "The member's own limit, in US dollars." }),
        budget_is_disabled: z.literal(false),
        prs_merged: z.null().meta({ description: 'Unknown to this service.' }),
      }),
    ),
    has_more: z.boolean(),
    is_complete: isComplete,
  })
  .meta({ id: 'OrganizationUserUsage' });

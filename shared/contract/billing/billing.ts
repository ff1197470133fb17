import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { CurrentLimits } from '../shapes/current-limits.ts';
import { DateTime, PageId, Timestamp } from '../shapes/fields.ts';

/** The groupings of a usage report. */
export const UsageGrouping = z.enum(['day', 'sandbox', 'conversation', 'key', 'member', 'spec', 'model']);

const amount = z.number().nonnegative();

/** Seconds have at most three decimals. */
const amounts = {
  compute_seconds: amount.meta({
    description: 'The running time of sandboxes, from the image pull to the end of the task.',
  }),
  vcpu_seconds: amount.meta({ description: 'Billed vCPU time. Each task counts for at least one minute.' }),
  memory_gb_seconds: amount.meta({ description: 'Billed memory time. Each task counts for at least one minute.' }),
  public_ipv4_seconds: amount.meta({ description: 'Billed time of public IPv4 addresses, one per task.' }),
  workspace_running_gb_seconds: amount.meta({ description: 'Disks of running sandboxes.' }),
  workspace_paused_gb_seconds: amount.meta({ description: 'Saved workspaces of sandboxes that do not run.' }),
  api_calls: z.int().nonnegative(),
  legacy_api_calls: z
    .int()
    .nonnegative()
    .meta({ description: 'Requests to legacy endpoints, included in `api_calls`.' }),
  model_calls: z.int().nonnegative().meta({ description: 'Ended requests to language models.' }),
  model_input_tokens: z
    .int()
    .nonnegative()
    .meta({ description: "Input tokens that were neither read from nor written to the model provider's cache." }),
  model_cache_read_tokens: z.int().nonnegative(),
  model_cache_write_tokens: z.int().nonnegative(),
  model_output_tokens: z.int().nonnegative(),
  compute_cost_micro_usd: z
    .int()
    .nonnegative()
    .meta({ description: 'The cost of sandboxes, workspaces and requests, included in `cost_micro_usd`.' }),
  model_cost_micro_usd: z
    .int()
    .nonnegative()
    .meta({ description: 'The cost of language models, included in `cost_micro_usd`.' }),
  cost_micro_usd: z.int().nonnegative().meta({ description: 'In millionths of a US dollar.' }),
  cost_usd: z.string().meta({ description: 'In US dollars, as a decimal number with six places.' }),
};

const UsageTotals = z.object(amounts).meta({ id: 'UsageTotals' });

const UsageGroup = z
  .object({
    group: z.string().nullable().meta({
      description:
        'The day (UTC), the id of the sandbox, conversation, API key, member or spec, or the name of the language model. Null for usage that belongs to none, and to members for that of other members, except by day, spec and model.',
    }),
    split: z.string().nullable().optional().meta({
      description: 'The key of the split, in the same form. Present only with `split_by`.',
    }),
    ...amounts,
  })
  .meta({ id: 'UsageGroup' });

const UsageReport = z
  .object({
    from: Timestamp,
    to: Timestamp,
    as_of: Timestamp.meta({ description: 'Running sandboxes are counted up to this time.' }),
    group_by: UsageGrouping,
    split_by: UsageGrouping.optional().meta({ description: 'Present only if requested.' }),
    currency: z.literal('USD'),
    price_list: z
      .object({
        region: z.string().meta({ description: 'The AWS Region whose list prices apply.' }),
        service_region: z.string().nullable().meta({
          description: 'The AWS Region of the service. Differs from `region` if the price list lacks it.',
        }),
        read_on: z.iso.date().meta({ description: 'When the prices in force at `to` were read.' }),
      })
      .meta({ description: 'The source of the prices.' }),
    items: z.array(UsageGroup),
    totals: UsageTotals.meta({ description: 'Totals of the whole time span, the same on every page.' }),
    next_page_id: z.string().nullable(),
  })
  .meta({ id: 'UsageReport' });

/** Number of groups per page. */
const pageSize = z
  .string()
  .refine((text) => /^-?\d{1,9}$/.test(text), { error: 'Must be a whole number.' })
  .transform(Number)
  .pipe(z.number().min(1).max(1000))
  .default(1000)
  .meta({ override: { type: 'integer', minimum: 1, maximum: 1000, default: 1000 } });

export const getUsage = defineEndpoint(() => ({
  id: 'get-usage',
  area: 'billing',
  method: 'GET',
  path: '/api/v1/usage',
  summary: 'Get usage and costs',
  description:
    'Returns the usage of sandboxes and the number of requests between `from` (inclusive; default: the start of the month, UTC) and `to` (exclusive; default: now), at most 92 days. Usage is charged at the prices in ' +
    'force at the time; totals cover the whole time span. `format=csv` or `Accept: text/csv` returns all groups as CSV.',
  access: 'key',
  scope: 'usage:read',
  generation: 'v1',
  query: z
    .object({
      from: DateTime.optional(),
      to: DateTime.optional(),
      group_by: UsageGrouping.default('day'),
      split_by: UsageGrouping.optional().meta({
        description: 'Splits each group, for example each day by spec. Must differ from `group_by`.',
      }),
      format: z.enum(['json', 'csv']).optional(),
      page_id: PageId.optional(),
      limit: pageSize,
    })
    .refine(({ group_by, split_by }) => split_by !== group_by, {
      path: ['split_by'],
      error: 'Must differ from group_by, which defaults to day.',
    }),
  refusals: {
    custom: '`split_by` equals `group_by`',
    value_error: '`from` is not before `to` (default: now), or the span exceeds 92 days',
  },
  success: { status: 200, body: UsageReport, textType: 'text/csv; charset=utf-8' },
  errors: ['too_much_usage'],
}));

export const getLimits = defineEndpoint(() => ({
  id: 'get-limits',
  area: 'billing',
  method: 'GET',
  path: '/api/v1/limits',
  summary: "Get this key's limits and usage",
  description: 'This request does not count towards the rate limit, and succeeds even when that limit is used up.',
  access: 'key',
  scope: 'any',
  generation: 'v1',
  success: {
    status: 200,
    body: CurrentLimits,
  },
  errors: [],
}));

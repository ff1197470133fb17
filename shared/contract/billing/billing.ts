import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { DateTime, PageId, Timestamp } from '../shapes/fields.ts';

/** The groupings of a usage report. */
export const UsageGrouping = z.enum(['day', 'sandbox', 'conversation', 'key', 'spec']);

const amount = z.number().nonnegative();

/** Seconds have three decimals at most. */
const amounts = {
  compute_seconds: amount.meta({
    description: 'For how long sandboxes ran, from the pull of the image to the end of the task.',
  }),
  vcpu_seconds: amount.meta({ description: 'What is charged of the processors: of each task at least a minute.' }),
  memory_gb_seconds: amount.meta({ description: 'The same of the memory.' }),
  public_ipv4_seconds: amount.meta({ description: 'The same of the public addresses, one for each task.' }),
  workspace_running_gb_seconds: amount.meta({ description: 'Disks of sandboxes that run.' }),
  workspace_paused_gb_seconds: amount.meta({ description: 'Workspaces that are kept while nothing runs.' }),
  api_calls: z.int().nonnegative(),
  legacy_api_calls: z
    .int()
    .nonnegative()
    .meta({ description: 'Those of them that went to endpoints of the legacy generation.' }),
  cost_micro_usd: z.int().nonnegative().meta({ description: 'In millionths of a US dollar.' }),
  cost_usd: z.string().meta({ description: 'The same in US dollars, as a decimal number of six places.' }),
};

const UsageTotals = z.object(amounts).meta({ id: 'UsageTotals' });

const UsageGroup = z
  .object({
    group: z.string().nullable().meta({
      description:
        'The day (UTC), or the id of the sandbox, conversation, API key or spec; null for what belongs to none.',
    }),
    split: z.string().nullable().optional().meta({
      description:
        'The same of what the group is split by. It is there if `split_by` was asked for, and items are splits.',
    }),
    ...amounts,
  })
  .meta({ id: 'UsageGroup' });

const UsageReport = z
  .object({
    from: Timestamp,
    to: Timestamp,
    as_of: Timestamp.meta({ description: 'What goes on is counted up to this moment.' }),
    group_by: UsageGrouping,
    split_by: UsageGrouping.optional().meta({ description: 'Only there if it was asked for.' }),
    currency: z.literal('USD'),
    price_list: z
      .object({
        region: z.string().meta({ description: 'The AWS Region whose list prices these costs are by.' }),
        service_region: z.string().nullable().meta({
          description: 'Where the service runs. Another Region than `region` if that one is not on the price list.',
        }),
        read_on: z.iso.date().meta({ description: 'When the prices in force at the end of the span were read.' }),
      })
      .meta({ description: 'Whose prices these are.' }),
    items: z.array(UsageGroup),
    totals: UsageTotals.meta({ description: 'Of the whole span, whatever page this is.' }),
    next_page_id: z.string().nullable(),
  })
  .meta({ id: 'UsageReport' });

/** How many groups a page may hold. */
const pageSize = z
  .string()
  .refine((text) => /^-?\d{1,9}$/.test(text), { error: 'this is not a whole number' })
  .transform(Number)
  .pipe(z.number().min(1).max(1000))
  .default(1000)
  .meta({ override: { type: 'integer', minimum: 1, maximum: 1000, default: 1000 } });

export const getUsage = defineEndpoint(() => ({
  id: 'get-usage',
  area: 'billing',
  method: 'GET',
  path: '/api/v1/usage',
  summary: 'Tell what was used, and what it costs',
  description:
    'What sandboxes of the caller used between two times (from `from` on and before `to`, at most 92 days), and the calls of their API keys. Without `from` since the ' +
    'beginning of the month (UTC), without `to` until now. Priced by the price table of each time; totals are of the whole span. `format=csv`, or `Accept: text/csv`, gives all groups as CSV.',
  access: 'key',
  scope: 'usage:read',
  generation: 'v1',
  query: z
    .object({
      from: DateTime.optional(),
      to: DateTime.optional(),
      group_by: UsageGrouping.default('day'),
      split_by: UsageGrouping.optional().meta({
        description:
          'Another thing than `group_by`: items are then the splits of each group, such as the specs of each day, and add up to the group.',
      }),
      format: z.enum(['json', 'csv']).optional(),
      page_id: PageId.optional(),
      limit: pageSize,
    })
    .refine(({ group_by, split_by }) => split_by !== group_by, {
      path: ['split_by'],
      error: 'groups are split by another thing than `group_by`, which is `day` unless said otherwise',
    }),
  refusals: {
    custom: '`split_by` that is the same as `group_by`',
    value_error: '`from` that is not before `to` (or before now, where there is no `to`); a span of more than 92 days',
  },
  success: { status: 200, body: UsageReport, textType: 'text/csv; charset=utf-8' },
  errors: ['too_much_usage'],
}));

const atOnce = z.object({
  limit: z.int().nullable().meta({
    description: 'Null where the key has none. Of several that bound the key, the one that leaves the least.',
  }),
  used: z.int().meta({ description: 'By all keys for which this limit counts.' }),
});

const ofMonth = z.object({
  limit: z.number().nullable().meta({ description: 'Null where there is none.' }),
  used: z.number().nullable().meta({
    description: 'With what starts set aside. Null where no limit asks for it; the usage report tells of all.',
  }),
});

const budget = z.object({ usd: ofMonth, sandbox_hours: ofMonth });

export const getLimits = defineEndpoint(() => ({
  id: 'get-limits',
  area: 'billing',
  method: 'GET',
  path: '/api/v1/limits',
  summary: 'Tell the limits of this API key, and how far they are used',
  description: 'This call is not counted, and is answered when the limit of calls is used up.',
  access: 'key',
  scope: 'any',
  generation: 'v1',
  success: {
    status: 200,
    body: z
      .object({
        rate_limit: z.object({
          policy: z.string(),
          limit: z.int(),
          window_seconds: z.int(),
          used: z.int(),
          remaining: z.int(),
          reset_at: Timestamp,
        }),
        sandboxes: z
          .object({ owner: atOnce, key: atOnce })
          .meta({ description: 'At once: what starts, runs or resumes.' }),
        budgets: z.object({
          month: z.string().meta({ description: 'In UTC, as `2026-11`.' }),
          as_of: Timestamp.nullable().meta({ description: 'When the ledger of usage was read for this.' }),
          owner: budget,
          key: budget,
        }),
        calls: z.object({ since: Timestamp, total: z.int(), legacy: z.int() }).meta({
          description: 'What this key called in the last 24 hours, and how much of it of the legacy generation.',
        }),
      })
      .meta({ id: 'CurrentLimits' }),
  },
  errors: [],
}));

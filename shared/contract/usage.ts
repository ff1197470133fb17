import * as z from 'zod';
import { defineEndpoint } from '../http/endpoint.ts';
import { DateTime, PageId, Timestamp } from './fields.ts';

/** What usage can be told by. */
export const UsageGrouping = z.enum(['day', 'sandbox', 'conversation', 'key', 'spec']);

const amount = z.number().nonnegative();

/** Seconds have three decimals at most. */
const amounts = {
  compute_seconds: amount.meta({
    description: 'For how long sandboxes ran, from the pull of the image to the end of the task.',
  }),
  vcpu_seconds: amount,
  memory_gb_seconds: amount,
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
    ...amounts,
  })
  .meta({ id: 'UsageGroup' });

export const UsageReport = z
  .object({
    from: Timestamp,
    to: Timestamp,
    as_of: Timestamp.meta({ description: 'What goes on is counted up to this moment.' }),
    group_by: UsageGrouping,
    currency: z.literal('USD'),
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

export const getUsage = defineEndpoint({
  id: 'get-usage',
  area: 'usage',
  method: 'GET',
  path: '/api/v1/usage',
  summary: 'Tell what was used, and what it costs',
  description:
    'What sandboxes of the caller used between two times (from `from` on and before `to`, at most 92 days), and the calls of their API keys. Without `from` since the ' +
    'beginning of the month (UTC), without `to` until now. Priced by the price table of each time; totals are of the whole span. `format=csv`, or `Accept: text/csv`, gives all groups as CSV.',
  access: 'key',
  scope: 'usage:read',
  generation: 'v1',
  query: z.object({
    from: DateTime.optional(),
    to: DateTime.optional(),
    group_by: UsageGrouping.default('day'),
    format: z.enum(['json', 'csv']).optional(),
    page_id: PageId.optional(),
    limit: pageSize,
  }),
  success: { status: 200, body: UsageReport, textType: 'text/csv; charset=utf-8' },
  errors: [],
});

import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { AnnouncementInfo, AnnouncementLevel } from '../shapes/announcement.ts';
import { DateTime, Timestamp } from '../shapes/fields.ts';
import { line } from '../shapes/text.ts';

const common = { area: 'service', tag: 'operators', access: 'key', generation: 'v1' } as const;

export const listAnnouncements = defineEndpoint(() => ({
  ...common,
  id: 'list-announcements',
  scope: 'any',
  method: 'GET',
  path: '/api/v1/announcements',
  summary: 'List announcements of the operator',
  description: 'Returns at most 20. Callers with the scope `admin` also see those that have not started.',
  success: { status: 200, cache: 'own', body: z.object({ items: z.array(AnnouncementInfo) }) },
  errors: [],
}));

export const createAnnouncement = defineEndpoint(() => ({
  ...common,
  id: 'create-announcement',
  scope: 'admin',
  method: 'POST',
  path: '/api/v1/announcements',
  summary: 'Create an announcement for all owners',
  description: 'The console shows it above every page from `starts_at` to `ends_at`.',
  // A misspelled time would announce it at once.
  body: z
    .strictObject({
      text: line(500).trim().min(1),
      level: AnnouncementLevel.default('info'),
      starts_at: DateTime.optional().meta({ description: 'Default: now.' }),
      ends_at: DateTime.optional().meta({
        description: 'Default: 7 days after the start. Maximum: 90 days after the start.',
      }),
    })
    .meta({ id: 'AnnouncementCreate' }),
  refusals: { value_error: '`ends_at` is in the past, not after `starts_at`, or more than 90 days after it' },
  success: { status: 201, body: AnnouncementInfo },
  errors: ['conflict'],
}));

export const deleteAnnouncement = defineEndpoint(() => ({
  ...common,
  id: 'delete-announcement',
  scope: 'admin',
  method: 'DELETE',
  path: '/api/v1/announcements/{announcement_id}',
  summary: 'Delete an announcement',
  params: z.object({ announcement_id: line(100) }),
  success: { status: 200, body: z.object({ success: z.literal(true) }) },
  errors: ['not_found'],
}));

const Count = z.int();
const phases = z.record(z.string(), Count).meta({ description: 'The number of sandboxes by phase.' });

export const OperatorSummary = z.object({
  owners: z.object({ total: Count, suspended: Count, deleting: Count }),
  running: z.object({
    sandboxes: Count,
    vcpus: z.number(),
    phases,
    owners: z
      .array(z.object({ owner_id: z.string(), sandboxes: Count, vcpus: z.number(), phases }))
      .meta({ description: 'The 100 owners with the most sandboxes that are starting, running or stopping.' }),
  }),
  near_limits: z
    .array(z.object({ owner_id: z.string(), unit: z.string(), limit: z.number(), used: z.number() }))
    .meta({ description: 'Owners that have used at least 80 % of a limit or budget; at most 100.' }),
  suspended: z
    .array(z.object({ owner_id: z.string(), at: z.string(), reason: z.string().nullable() }))
    .meta({ description: 'At most 100.' }),
  deleting: z.array(z.string()).meta({ description: 'At most 100.' }),
  spend: z.object({
    month: z.string(),
    total_usd: z.number(),
    owners: z
      .array(
        z.object({
          owner_id: z.string(),
          usd: z.number(),
          as_of: z.string(),
          days: z.array(z.object({ day: z.string(), usd: z.number() })),
        }),
      )
      .meta({ description: 'The 50 owners that have cost the most in this month, with their cost by day (UTC).' }),
  }),
  sweep: z.object({
    is_complete: z.boolean(),
    findings: Count,
    details: z.record(z.string(), Count),
    queued_starts: Count,
    due_webhook_endpoints: Count.meta({
      description: 'Webhook endpoints and receivers of alerts with messages to send now; counted up to 1,000.',
    }),
    oldest_delivery_due_at: z.string().nullable().meta({ description: 'When the first of these messages became due.' }),
    errors: z.array(z.object({ item: z.string(), message: z.string() })).meta({ description: 'The last 20.' }),
  }),
});
export type OperatorSummary = z.infer<typeof OperatorSummary>;

export const getOperatorOverview = defineEndpoint(() => ({
  ...common,
  id: 'get-operator-overview',
  scope: 'admin',
  method: 'GET',
  path: '/api/v1/operator/overview',
  summary: 'Get an overview of all owners and of the health of the deployment',
  description:
    'The sweep writes it once a minute. If `sweep_age_seconds` is above 180, the sweep does not run. `failures` counts the failures of the last 24 hours by reason; a failure can be counted twice.',
  success: {
    status: 200,
    body: z
      .object({
        as_of: Timestamp.nullable().meta({ description: 'Null before the first sweep.' }),
        sweep_age_seconds: Count.nullable(),
        failures: z.array(z.object({ reason: z.string(), count: Count })).meta({ description: 'At most 100.' }),
        summary: OperatorSummary.nullable(),
      })
      .meta({ id: 'OperatorOverview' }),
  },
  errors: [],
}));

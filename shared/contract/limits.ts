import * as z from 'zod';
import { defineEndpoint } from '../http/endpoint.ts';
import { Timestamp } from './fields.ts';

const atOnce = z.object({
  limit: z.int().nullable().meta({ description: 'Null where the key has no limit of its own.' }),
  used: z.int(),
});

const ofMonth = z.object({
  limit: z.number().nullable().meta({ description: 'Null where there is none.' }),
  used: z.number().nullable().meta({
    description: 'With what starts set aside. Null where no limit asks for it; the usage report tells of all.',
  }),
});

const budget = z.object({ usd: ofMonth, sandbox_hours: ofMonth });

export const getLimits = defineEndpoint({
  id: 'get-limits',
  area: 'limits',
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
});

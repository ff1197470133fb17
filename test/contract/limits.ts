import * as z from 'zod';
import { count, nullable, sentence, time } from './forms.ts';

const ofMonth = z.strictObject({ limit: z.number().nullable(), used: z.number().nullable() });
const budget = z.strictObject({ usd: ofMonth, sandbox_hours: ofMonth });

export const limits = z.strictObject({
  rate_limit: z.strictObject({
    policy: z.literal('default'),
    limit: z.int().min(1),
    window_seconds: z.literal(60),
    used: count,
    remaining: count,
    reset_at: time,
  }),
  sandboxes: z.strictObject({
    owner: z.strictObject({ limit: count, used: count }),
    key: z.strictObject({ limit: count.nullable(), used: count }),
  }),
  budgets: z.strictObject({
    month: z.string().regex(/^\d{4}-\d\d$/),
    as_of: time.nullable(),
    owner: budget,
    key: budget,
  }),
  calls: z.strictObject({ since: time, total: count, legacy: count }),
});

export const auditEntry = z.strictObject({
  id: sentence,
  occurred_at: time,
  action: sentence,
  outcome: z.enum(['success', 'refused', 'failed']),
  actor: z.strictObject({
    type: z.enum(['key', 'operator']),
    owner_id: nullable.text,
    key_id: nullable.text,
    name: nullable.text,
  }),
  resource: z.record(z.string(), z.string()),
  request: z
    .strictObject({
      id: sentence,
      source_ip: nullable.text,
      user_agent: nullable.text,
      method: nullable.text,
      path: nullable.text,
      status: z.int().nullable(),
      code: nullable.text,
    })
    .nullable(),
});

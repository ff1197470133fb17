import * as z from 'zod';
import { Timestamp } from './fields.ts';

/** @param amount whole for sandboxes and snapshots; vCPUs can be fractions */
function atOnce(amount: z.ZodInt | z.ZodNumber) {
  return z.object({
    limit: amount.nullable().meta({
      description: 'Null if no limit applies. If several limits apply, the one with the least left.',
    }),
    used: amount.meta({ description: 'Used by all keys that share this limit.' }),
  });
}

function ofMember<S extends z.ZodType>(limits: S) {
  return limits.nullable().meta({
    description: 'The limits of the person, with all of their API keys. Null for a key without a person.',
  });
}

/** @param includes what the amount contains, as a sentence */
function ofMonth(includes: string) {
  return z.object({
    limit: z.number().nullable().meta({ description: 'Null if there is none.' }),
    used: z
      .number()
      .nullable()
      .meta({
        description: `${includes} Null if no limit needs it; the usage report shows everything.`,
      }),
  });
}

const budget = z.object({
  usd: ofMonth(
    'Includes language models, which the usage report also shows apart, and what starts and requests to models reserve.',
  ),
  sandbox_hours: ofMonth('Includes amounts reserved by starts.'),
});

export const CurrentLimits = z
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
      .object({ owner: atOnce(z.int()), key: atOnce(z.int()), member: ofMember(atOnce(z.int())) })
      .meta({ description: 'Concurrent sandboxes: starting, running or resuming.' }),
    vcpus: z
      .object({ owner: atOnce(z.number()), key: atOnce(z.number()), member: ofMember(atOnce(z.number())) })
      .meta({ description: 'The vCPUs of these sandboxes.' }),
    snapshots: z
      .object({ owner: atOnce(z.int()) })
      .meta({ description: 'Snapshots, with those that the service keeps for forks.' }),
    budgets: z.object({
      month: z.string().meta({ description: 'In UTC, for example `2026-11`.' }),
      as_of: Timestamp.nullable().meta({ description: 'When the usage was calculated.' }),
      owner: budget,
      key: budget,
      member: ofMember(budget),
    }),
    calls: z.object({ since: Timestamp, total: z.int(), legacy: z.int() }).meta({
      description: "This key's requests in the last 24 hours, and how many went to legacy endpoints.",
    }),
  })
  .meta({ id: 'CurrentLimits' });

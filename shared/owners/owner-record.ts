import * as z from 'zod';
import type { LimitName } from '../keys/limit-names.ts';

/** The row of an owner, as far as administrators set it. Counts and spending stand beside it and are written by others. */
export const OwnerRecord = z.object({
  owner_id: z.string(),
  created_at: z.string().optional(),
  /** The id of the key that created it, or `operator`. */
  created_by: z.string().optional(),
  /** Sandboxes at once. Limits that are absent are those of the service. */
  sandbox_limit: z.int().optional(),
  /** Of each key that has no limit of its own. */
  requests_per_minute: z.int().optional(),
  monthly_budget_usd: z.number().optional(),
  monthly_sandbox_hours: z.number().optional(),
  active_sandboxes: z.int().default(0),
});
export type OwnerRecord = z.infer<typeof OwnerRecord>;

/** Limits by their names in the API, and the attributes that hold them. */
export const limitAttributes = {
  sandboxes: 'sandbox_limit',
  requests_per_minute: 'requests_per_minute',
  monthly_budget_usd: 'monthly_budget_usd',
  monthly_sandbox_hours: 'monthly_sandbox_hours',
} as const satisfies Record<LimitName, keyof OwnerRecord>;

/** What administrators are told of an owner. */
export function ownerView(record: OwnerRecord) {
  return {
    id: record.owner_id,
    created_at: record.created_at ?? null,
    created_by: record.created_by ?? null,
    limits: {
      sandboxes: record.sandbox_limit ?? null,
      requests_per_minute: record.requests_per_minute ?? null,
      monthly_budget_usd: record.monthly_budget_usd ?? null,
      monthly_sandbox_hours: record.monthly_sandbox_hours ?? null,
    },
    active_sandboxes: record.active_sandboxes,
  };
}

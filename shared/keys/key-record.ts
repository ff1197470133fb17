import * as z from 'zod';

/** Limits of a key as they are stored; what is absent is not limited. */
export const KeyLimitsRecord = z.object({
  /** At once. */
  sandboxes: z.int().optional(),
  requests_per_minute: z.int().optional(),
  /** Per calendar month (UTC), as the next one. */
  monthly_budget_usd: z.number().optional(),
  monthly_sandbox_hours: z.number().optional(),
});
export type KeyLimitsRecord = z.infer<typeof KeyLimitsRecord>;

/** A row of the API keys table. */
export const KeyRecord = z.object({
  key_id: z.string(),
  owner_id: z.string(),
  name: z.string().nullable(),
  /** SHA-256 of the key, in hex. */
  hash: z.string(),
  /** The last characters of the key, by which people tell their keys apart. Keys from before have none on record, nor any of what follows it. */
  last4: z.string().optional(),
  created_at: z.string(),
  /** The id of the key that made it, or `operator`. */
  created_by: z.string().optional(),
  /** In seconds since 1970: it does not work before. */
  not_before: z.int().optional(),
  /** In seconds since 1970: the table's time to live reads it, long after the key stopped working. */
  expires_at: z.int().nullable(),
  revoked_at: z.string().nullable(),
  /** Written at most once in ten minutes, so it may be that much late. */
  last_used_at: z.string().optional(),
  /** What it may do. Absent in the rows of keys that nobody restricted: they may do everything that is their owner's own. */
  scopes: z.array(z.string()).optional(),
  /** The limits of this key, within those of its owner. */
  limits: KeyLimitsRecord.optional(),
  /** The key that this one replaces, and the one that replaces it. */
  rotated_from: z.string().optional(),
  rotated_to: z.string().optional(),
});
export type KeyRecord = z.infer<typeof KeyRecord>;

/** Whether a key works now. Expiry counts at once, as rows outlive it until the table's time to live removes them. */
export function isUsable(record: KeyRecord, now: Date): boolean {
  const { not_before: start, expires_at: end, revoked_at: revokedAt } = record;
  const hasBegun = start === undefined || start * 1000 <= now.getTime();
  const isExpired = end !== null && end * 1000 <= now.getTime();
  return revokedAt === null && hasBegun && !isExpired;
}

/** A missing `expires_at` is no attribute at all, as the table's time to live reads it. */
export function keyRow({ expires_at: expiresAt, ...row }: KeyRecord): Readonly<Record<string, unknown>> {
  return { ...row, ...(expiresAt === null ? {} : { expires_at: expiresAt }) };
}

/** A row as it is read. */
export function keyRecordOf(item: unknown): KeyRecord {
  return KeyRecord.parse({ expires_at: null, ...(item as object) });
}

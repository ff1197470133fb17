import * as z from 'zod';
import { KeyRowLimits, limitsSet } from '../../../contract/shapes/limits.ts';
import { Lineage } from '../../../contract/shapes/lineages.ts';

/** A row of the API keys table. */
export const KeyRecord = z.object({
  key_id: z.string(),
  owner_id: z.string(),
  name: z.string().nullable(),
  /** SHA-256 of the key, in hex. */
  hash: z.string(),
  /** The last characters of the key, by which people distinguish their keys. */
  last4: z.string(),
  created_at: z.string(),
  /** The id of the key that made it, or `operator`. */
  created_by: z.string(),
  /** In seconds since 1970: it does not work before. */
  not_before: z.int().optional(),
  /** In seconds since 1970: the table's time to live reads it, long after the key stopped working. */
  expires_at: z.int().nullable(),
  revoked_at: z.string().nullable(),
  /** Written at most once in ten minutes, so it may be that much late. */
  last_used_at: z.string().optional(),
  /** The scopes of the key. Absent without restrictions: then it has all default scopes. */
  scopes: z.array(z.string()).optional(),
  /** The limits of this key, within those of its owner. */
  limits: KeyRowLimits,
  /** The id of the first key of its lineage. Absent for that key itself. */
  lineage: z.string().optional(),
  /** The limited lineages that its own is part of, the nearest first. Limits of keys never change. */
  above: z.array(Lineage).optional(),
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

/** The row of a key. It has no `expires_at` where the key does not end, as the table's time to live reads it. */
export function keyRow({ expires_at: expiresAt, limits, ...row }: KeyRecord): Readonly<Record<string, unknown>> {
  return { ...row, limits: limitsSet(limits), ...(expiresAt === null ? {} : { expires_at: expiresAt }) };
}

/** A row as it is read. */
export function keyRecordOf(item: unknown): KeyRecord {
  return KeyRecord.parse({ expires_at: null, ...(item as object) });
}

import * as z from 'zod';
import type { ApiKey } from '../../../contract/shapes/api-key.ts';
import { KeyRowLimits, type Limits, limitNames, limitsOf, limitsSet } from '../../../contract/shapes/limits.ts';
import { type Descent, Lineage, type Lineages, lineagesOf, MAX_LINEAGES } from '../../../contract/shapes/lineages.ts';
import { Moment, Seconds } from '../../../contract/shapes/moments.ts';
import { defaultScopes, knownScopes, type Scope } from '../../../contract/shapes/scopes.ts';
import { rowReader } from '../../../platform/aws/rows.ts';
import { AppError } from '../../../platform/errors.ts';

/** A row of the API keys table. */
export const KeyRecord = z.object({
  key_id: z.string(),
  owner_id: z.string(),
  name: z.string().nullable(),
  /** SHA-256 of the key, in hex. */
  hash: z.string(),
  /** The last characters of the key, for people. */
  last4: z.string(),
  created_at: Moment,
  /** The id of the creating key, or `operator`. */
  created_by: z.string(),
  /** Seconds since 1970. */
  not_before: Seconds.optional(),
  /** Seconds since 1970. The table's TTL deletes the row later. */
  expires_at: Seconds.nullable(),
  revoked_at: z.string().nullable(),
  /** Written at most once in ten minutes. */
  last_used_at: Moment.optional(),
  /** Absent: all default scopes. */
  scopes: z.array(z.string()).optional(),
  /** The id of the person whose key it is. Absent for a key that belongs to the owner alone. */
  member_id: z.string().optional(),
  /** The limits of this key, within those of its owner. */
  limits: KeyRowLimits,
  /** The id of the first key of its lineage. Absent for that key itself. */
  lineage: z.string().optional(),
  /** The limited lineages that contain its own, the nearest first. Limits of keys never change. */
  above: z.array(Lineage).optional(),
  /** The predecessor and the successor of the key. */
  rotated_from: z.string().optional(),
  rotated_to: z.string().optional(),
});
export type KeyRecord = z.infer<typeof KeyRecord>;

/** Whether a key is valid now. The TTL deletes rows of expired keys with a delay. */
export function isUsable(record: KeyRecord, now: Date): boolean {
  const { not_before: start, expires_at: end, revoked_at: revokedAt } = record;
  const hasBegun = start === undefined || start * 1000 <= now.getTime();
  const isExpired = end !== null && end * 1000 <= now.getTime();
  return revokedAt === null && hasBegun && !isExpired;
}

/** The row of a key. A key that does not expire has no `expires_at`, the attribute of the TTL. */
export function keyRow({ expires_at: expiresAt, limits, ...row }: KeyRecord): Readonly<Record<string, unknown>> {
  return { ...row, limits: limitsSet(limits), ...(expiresAt === null ? {} : { expires_at: expiresAt }) };
}

/** A damaged key has expired: it can have lost its scopes or limits. */
const readKey = /* @__PURE__ */ rowReader('API key', KeyRecord, {
  shown: ['name', 'last4', 'created_at', 'created_by', 'last_used_at', 'rotated_from', 'rotated_to'],
  damaged: { expires_at: 0 },
});

export function keyRecordOf(item: unknown): KeyRecord {
  return readKey({ expires_at: null, ...(item as object) });
}

export function lineagesOfKey(record: KeyRecord): Lineages {
  return lineagesOf({ ...record, keyId: record.key_id });
}

/** The descent of a successor, or of a key with the same limits: both count as this key. */
export function sameDescent(record: KeyRecord): Descent {
  const { lineage = record.key_id, above } = record;
  return above === undefined ? { lineage } : { lineage, above };
}

/**
 * The descent of a key that `giver` creates. A key without limits bounds no other key. A new key with the same limits
 * joins the lineage of the giver, and one with lower limits begins a lineage within it.
 *
 * @throws AppError `conflict` when more lineages would limit the new key than a start can check
 */
export function descentFrom(giver: KeyRecord, limits: Limits): Descent {
  if (limitNames.every((name) => limits[name] === giver.limits[name])) {
    return isLimited(giver.limits) ? sameDescent(giver) : {};
  }
  const above = lineagesOfKey(giver).filter((lineage) => isLimited(lineage.limits));
  if (above.length >= MAX_LINEAGES) throw tooDeep();
  return above.length === 0 ? {} : { above };
}

/** Whether the usage of a key counts for the limits of the giver. True for a giver without limits. */
export function isWithinLineageOf(record: KeyRecord, giver: KeyRecord): boolean {
  const [own] = lineagesOfKey(giver);
  return !isLimited(own.limits) || lineagesOfKey(record).some(({ id }) => id === own.id);
}

function isLimited(limits: Limits): boolean {
  return limitNames.some((name) => limits[name] !== null);
}

function tooDeep(): AppError {
  const advice = 'Give the new key the limits of this one, or create it with a key that is nested less deeply.';
  return new AppError('conflict', `Limits of API keys can be nested at most ${MAX_LINEAGES} levels deep. ${advice}`);
}

type KeyView = z.input<typeof ApiKey>;

/** A person, as lists of keys show their makers. */
export type KeyPerson = NonNullable<KeyView['member']>;

/**
 * A key for callers, without the hash.
 *
 * @param people those whose names are known
 */
export function keyView(record: KeyRecord, people: readonly KeyPerson[] = []): KeyView {
  const { member_id: memberId } = record;
  return {
    id: record.key_id,
    name: record.name,
    last4: record.last4,
    scopes: [...scopesOf(record)],
    limits: limitsOf(record.limits),
    lineages: lineagesOfKey(record).map(({ id }) => id),
    created_at: record.created_at,
    created_by: record.created_by,
    member: memberId === undefined ? null : personOf(memberId, people),
    last_used_at: record.last_used_at ?? null,
    not_before: timeOf(record.not_before ?? null),
    expires_at: timeOf(record.expires_at),
    rotated_from: record.rotated_from ?? null,
    rotated_to: record.rotated_to ?? null,
    org_id: null,
  };
}

function personOf(memberId: string, people: readonly KeyPerson[]): KeyPerson {
  const { id, name, email } = people.find((one) => one.id === memberId) ?? { id: memberId, name: null, email: null };
  return { id, name, email };
}

export function scopesOf({ scopes }: Pick<KeyRecord, 'scopes'>): readonly Scope[] {
  return scopes === undefined ? defaultScopes : knownScopes(scopes);
}

function timeOf(seconds: number | null): string | null {
  return seconds === null ? null : new Date(seconds * 1000).toISOString();
}

import type * as z from 'zod';
import type { ApiKey } from '../../../contract/shapes/api-key.ts';
import { limitsOf } from '../../../contract/shapes/limits.ts';
import { defaultScopes, knownScopes, type Scope } from '../../../contract/shapes/scopes.ts';
import { lineagesOfKey } from './descent.ts';
import type { KeyRecord } from './key-record.ts';

export type KeyView = z.input<typeof ApiKey>;

/** A key as callers may read it: without the hash. */
export function keyView(record: KeyRecord): KeyView {
  return {
    id: record.key_id,
    name: record.name,
    last4: record.last4,
    scopes: [...scopesOf(record)],
    limits: limitsOf(record.limits),
    lineages: lineagesOfKey(record).map(({ id }) => id),
    created_at: record.created_at,
    created_by: record.created_by,
    last_used_at: record.last_used_at ?? null,
    not_before: timeOf(record.not_before ?? null),
    expires_at: timeOf(record.expires_at),
    rotated_from: record.rotated_from ?? null,
    rotated_to: record.rotated_to ?? null,
    org_id: null,
  };
}

/** The scopes of a key. */
export function scopesOf({ scopes }: Pick<KeyRecord, 'scopes'>): readonly Scope[] {
  return scopes === undefined ? defaultScopes : knownScopes(scopes);
}

function timeOf(seconds: number | null): string | null {
  return seconds === null ? null : new Date(seconds * 1000).toISOString();
}

import type * as z from 'zod';
import type { ApiKey } from '../contract/keys.ts';
import { defaultScopes, knownScopes, type Scope } from '../http/scopes.ts';
import type { KeyLimitsRecord, KeyRecord } from './key-record.ts';

export type KeyView = z.input<typeof ApiKey>;

/** What anybody but its hash's owner may know of a key: all but the hash. */
export function keyView(record: KeyRecord): KeyView {
  return {
    id: record.key_id,
    name: record.name,
    last4: record.last4 ?? null,
    scopes: [...scopesOf(record)],
    limits: limitsView(record.limits ?? {}),
    created_at: record.created_at,
    created_by: record.created_by ?? null,
    last_used_at: record.last_used_at ?? null,
    not_before: timeOf(record.not_before ?? null),
    expires_at: timeOf(record.expires_at),
    rotated_from: record.rotated_from ?? null,
    rotated_to: record.rotated_to ?? null,
    org_id: null,
  };
}

/** What a key may do. */
export function scopesOf({ scopes }: Pick<KeyRecord, 'scopes'>): readonly Scope[] {
  return scopes === undefined ? defaultScopes : knownScopes(scopes);
}

export function limitsView(limits: KeyLimitsRecord) {
  return {
    sandboxes: limits.sandboxes ?? null,
    requests_per_minute: limits.requests_per_minute ?? null,
    monthly_budget_usd: limits.monthly_budget_usd ?? null,
    monthly_sandbox_hours: limits.monthly_sandbox_hours ?? null,
  };
}

function timeOf(seconds: number | null): string | null {
  return seconds === null ? null : new Date(seconds * 1000).toISOString();
}

import type { Clock } from '../clock.ts';
import type { Caller } from '../http/endpoint.ts';
import { defaultScopes, knownScopes } from '../http/scopes.ts';
import { hashOf, parseApiKey, sameHash } from './api-key.ts';
import { isUsable, type KeyRecord } from './key-record.ts';
import type { DynamoKeyStore } from './key-store.ts';

export type Headers = Readonly<Record<string, string | undefined>>;

/** A key as it was sent: nobody has looked yet whether there is such a key. */
export interface PresentedKey {
  readonly keyId: string;
  readonly hash: string;
  readonly scheme: Caller['scheme'];
}

/** Who calls, or why nobody does: there is no such key, or there is and it does not work now. */
export type Identified =
  | { readonly caller: Caller; readonly record: KeyRecord }
  | { readonly refused: 'unknown' | 'unusable' };

/** `Authorization: Bearer` and `X-Session-API-Key` carry the same key; with both, the bearer key counts. */
export function presentedKey(headers: Headers): PresentedKey | undefined {
  const credentials = credentialsOf(headers);
  const key = credentials && parseApiKey(credentials.text);
  return key && { keyId: key.keyId, hash: hashOf(key), scheme: credentials.scheme };
}

/** Looks up a key. One whose id is known and whose secret is wrong is unknown. */
export async function identify(
  { keyId, hash, scheme }: PresentedKey,
  keys: Pick<DynamoKeyStore, 'find'>,
  now: Clock,
): Promise<Identified> {
  const record = await keys.find(keyId);
  if (!record || !sameHash(hash, record.hash)) return { refused: 'unknown' };
  return isUsable(record, now()) ? { caller: callerOf(record, scheme), record } : { refused: 'unusable' };
}

/** Finds out who calls. */
export async function authenticate(
  headers: Headers,
  keys: Pick<DynamoKeyStore, 'find'>,
  now: Clock,
): Promise<Caller | undefined> {
  const presented = presentedKey(headers);
  const identified = presented && (await identify(presented, keys, now));
  return identified && 'caller' in identified ? identified.caller : undefined;
}

function callerOf(record: KeyRecord, scheme: Caller['scheme']): Caller {
  const { owner_id: ownerId, key_id: keyId, name: keyName, scopes, limits = {} } = record;
  return {
    ownerId,
    keyId,
    keyName,
    scheme,
    scopes: scopes === undefined ? defaultScopes : knownScopes(scopes),
    limits: {
      sandboxLimit: limits.sandboxes ?? null,
      requestsPerMinute: limits.requests_per_minute ?? null,
      monthlyBudgetUsd: limits.monthly_budget_usd ?? null,
      monthlySandboxHours: limits.monthly_sandbox_hours ?? null,
    },
  };
}

function credentialsOf(headers: Headers): { text: string; scheme: Caller['scheme'] } | undefined {
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const [, bearer] = /^Bearer +(\S+)$/i.exec(byName.get('authorization') ?? '') ?? [];
  if (bearer) return { text: bearer, scheme: 'bearer' };
  const text = byName.get('x-session-api-key')?.trim();
  return text ? { text, scheme: 'session-header' } : undefined;
}

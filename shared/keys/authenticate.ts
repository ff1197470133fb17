import type { Clock } from '../clock.ts';
import type { Caller } from '../http/endpoint.ts';
import { defaultScopes, knownScopes } from '../http/scopes.ts';
import { hashOf, parseApiKey, sameHash } from './api-key.ts';
import { isUsable, type KeyRecord } from './key-record.ts';
import type { DynamoKeyStore } from './key-store.ts';

export type Headers = Readonly<Record<string, string | undefined>>;

/** Finds out who calls. `Authorization: Bearer` and `X-Session-API-Key` carry the same key; with both, the bearer key counts. */
export async function authenticate(
  headers: Headers,
  keys: Pick<DynamoKeyStore, 'find'>,
  now: Clock,
): Promise<Caller | undefined> {
  const credentials = credentialsOf(headers);
  const key = credentials && parseApiKey(credentials.text);
  const record = key && (await keys.find(key.keyId));
  if (!credentials || !key || !record) return undefined;
  if (!sameHash(hashOf(key), record.hash) || !isUsable(record, now())) return undefined;
  return callerOf(record, credentials.scheme);
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

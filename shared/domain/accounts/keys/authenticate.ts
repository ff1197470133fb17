import type { Caller } from '../../../contract/endpoint/caller.ts';
import { defaultScopes, knownScopes } from '../../../contract/shapes/scopes.ts';
import type { Clock } from '../../../platform/clock.ts';
import { hashOf, parseApiKey, sameHash } from './api-key.ts';
import type { DynamoKeyStore } from './dynamo-key-store.ts';
import { isUsable, type KeyRecord } from './key-record.ts';

export type Headers = Readonly<Record<string, string | undefined>>;

/** A key from a request, before its look-up. */
export interface PresentedKey {
  readonly keyId: string;
  readonly hash: string;
  readonly scheme: Caller['scheme'];
}

interface Identified {
  readonly caller: Caller;
  readonly record: KeyRecord;
}

/** `Authorization: Bearer` and `X-Session-API-Key` carry the same key; with both, the bearer key counts. */
export function presentedKey(headers: Headers): PresentedKey | undefined {
  const credentials = credentialsOf(headers);
  const key = credentials && parseApiKey(credentials.text);
  return key && { keyId: key.keyId, hash: hashOf(key), scheme: credentials.scheme };
}

/** Looks up a key. Undefined for one that does not exist, has another secret or is not valid now. */
export async function identify(
  { keyId, hash, scheme }: PresentedKey,
  keys: Pick<DynamoKeyStore, 'find'>,
  now: Clock,
): Promise<Identified | undefined> {
  const record = await keys.find(keyId);
  if (!record || !sameHash(hash, record.hash)) return undefined;
  return isUsable(record, now()) ? { caller: callerOf(record, scheme), record } : undefined;
}

export async function authenticate(
  headers: Headers,
  keys: Pick<DynamoKeyStore, 'find'>,
  now: Clock,
): Promise<Caller | undefined> {
  const presented = presentedKey(headers);
  return presented && (await identify(presented, keys, now))?.caller;
}

function callerOf(record: KeyRecord, scheme: Caller['scheme']): Caller {
  const { owner_id: ownerId, key_id: keyId, name: keyName, scopes, limits, lineage, above } = record;
  return {
    ownerId,
    keyId,
    keyName,
    scheme,
    scopes: scopes === undefined ? defaultScopes : knownScopes(scopes),
    limits,
    ...(lineage === undefined ? {} : { lineage }),
    ...(above === undefined ? {} : { above }),
  };
}

function credentialsOf(headers: Headers): { text: string; scheme: Caller['scheme'] } | undefined {
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const [, bearer] = /^Bearer +(\S+)$/i.exec(byName.get('authorization') ?? '') ?? [];
  if (bearer) return { text: bearer, scheme: 'bearer' };
  const text = byName.get('x-session-api-key')?.trim();
  return text ? { text, scheme: 'session-header' } : undefined;
}

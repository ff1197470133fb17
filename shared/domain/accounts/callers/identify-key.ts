import type { Caller } from '../../../contract/endpoint/caller.ts';
import type { Clock } from '../../../platform/clock.ts';
import { hashOf, parseApiKey, sameHash } from '../keys/api-key.ts';
import type { DynamoKeyStore } from '../keys/dynamo-key-store.ts';
import { isUsable, type KeyRecord, scopesOf } from '../keys/key-record.ts';
import type { DynamoMemberStore } from '../people/dynamo-member-store.ts';
import { boundsOfKey } from '../people/membership.ts';
import { isToken } from '../people/token-form.ts';

export type Headers = Readonly<Record<string, string | undefined>>;

/** A key from a request, before its look-up. */
export interface PresentedKey {
  readonly kind: 'key';
  readonly keyId: string;
  readonly hash: string;
  readonly scheme: Caller['scheme'];
}

/** The token of a person, before its verification. */
export interface PresentedToken {
  readonly kind: 'token';
  readonly text: string;
  readonly scheme: Caller['scheme'];
}

/** Where keys and the members that they belong to are found. */
export interface KeyOwners {
  readonly keys: Pick<DynamoKeyStore, 'find'>;
  readonly members: Pick<DynamoMemberStore, 'find'>;
}

interface Identified {
  readonly caller: Caller;
  readonly record: KeyRecord;
}

/** `Authorization: Bearer` and `X-Session-API-Key` carry the same credential; with both, the bearer one counts. */
export function presented(headers: Headers): PresentedKey | PresentedToken | undefined {
  const credentials = credentialsOf(headers);
  if (!credentials) return undefined;
  const { text, scheme } = credentials;
  if (isToken(text)) return { kind: 'token', text, scheme };
  return presentedKey(text, scheme);
}

export function presentedKey(text: string, scheme: Caller['scheme']): PresentedKey | undefined {
  const key = parseApiKey(text);
  return key && { kind: 'key', keyId: key.keyId, hash: hashOf(key), scheme };
}

/** Looks up a key. Undefined for one that does not exist, has another secret, or is not valid now or for its member. */
export async function identify(
  { keyId, hash, scheme }: PresentedKey,
  { keys, members }: KeyOwners,
  now: Clock,
): Promise<Identified | undefined> {
  const record = await keys.find(keyId);
  if (!record || !sameHash(hash, record.hash) || !isUsable(record, now())) return undefined;
  const own = callerOf(record, scheme);
  const { owner_id: ownerId, member_id: memberId } = record;
  if (memberId === undefined) return { caller: own, record };
  const bounds = boundsOfKey(await members.find(ownerId, memberId), memberId, {
    scopes: own.scopes,
    createdAt: record.created_at,
  });
  if (bounds === undefined) return undefined;
  const { scopes, lineage, person } = bounds;
  return { caller: { ...own, scopes, person, above: [...(own.above ?? []), lineage] }, record };
}

function callerOf(record: KeyRecord, scheme: Caller['scheme']): Caller {
  const { owner_id: ownerId, key_id: keyId, name: keyName, limits, lineage, above } = record;
  return {
    ownerId,
    keyId,
    keyName,
    credential: 'key',
    scheme,
    scopes: scopesOf(record),
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

import type { Caller } from '../../../contract/endpoint/caller.ts';
import { isAtLeast } from '../../../contract/shapes/roles.ts';
import type { DynamoKeyStore } from '../keys/dynamo-key-store.ts';
import { isUsable } from '../keys/key-record.ts';
import type { DynamoMemberStore } from '../people/dynamo-member-store.ts';
import { isActive } from '../people/member-record.ts';
import { boundsOfKey, isSignedOut } from '../people/membership.ts';

/** Where the caller of a long request is looked up again. */
export interface CallerLookup {
  readonly keys: Pick<DynamoKeyStore, 'find'>;
  readonly members: Pick<DynamoMemberStore, 'find' | 'known'>;
}

/**
 * Whether the caller of a long request may go on: the authorizer has only seen its beginning. An API key must be valid,
 * and its member not removed. A person must still be a member, and not have signed out. Neither may have a lower role:
 * what the request shows was decided by the role at its beginning.
 */
export async function isStillUsable(caller: Caller, lookup: CallerLookup, now: Date): Promise<boolean> {
  return caller.credential === 'token' ? isStillMember(caller, lookup) : isStillKey(caller, lookup, now);
}

async function isStillMember(
  { ownerId, keyId, person: calling, issuedAt = 0 }: Caller,
  { members }: CallerLookup,
): Promise<boolean> {
  const { person, memberships } = await members.known(keyId);
  const member = memberships.find((one) => one.owner_id === ownerId && isActive(one));
  if (member === undefined || (calling && !isAtLeast(member.role, calling.role))) return false;
  return ![person, member].some((one) => isSignedOut({ issuedAt }, one?.signed_out_at));
}

async function isStillKey(
  { keyId, ownerId, scopes, person }: Caller,
  { keys, members }: CallerLookup,
  now: Date,
): Promise<boolean> {
  const [key, member] = await Promise.all([keys.find(keyId), person && members.find(ownerId, person.id)]);
  if (key === undefined || key.owner_id !== ownerId || !isUsable(key, now)) return false;
  if (person === undefined) return true;
  const bounds = boundsOfKey(member, person.id, { scopes, createdAt: key.created_at });
  return bounds !== undefined && isAtLeast(bounds.person.role, person.role);
}

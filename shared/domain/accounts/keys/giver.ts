import type { Caller } from '../../../contract/endpoint/caller.ts';
import { noLimits } from '../../../contract/shapes/limits.ts';
import { isAtLeast } from '../../../contract/shapes/roles.ts';
import { timestamp } from '../../../platform/clock.ts';
import { AppError, NotFoundError } from '../../../platform/errors.ts';
import type { DynamoMemberStore } from '../people/dynamo-member-store.ts';
import type { DynamoMembers } from '../people/dynamo-members.ts';
import { boundsOfKey } from '../people/membership.ts';
import { callingKey, type DynamoKeyStore } from './dynamo-key-store.ts';
import { type KeyRecord, scopesOf } from './key-record.ts';
import type { AllowedCaller, StillAllowedDeps } from './still-allowed.ts';

export interface GiverDeps extends StillAllowedDeps {
  readonly keys: Pick<DynamoKeyStore, 'find' | 'unlessRevoked'>;
  readonly changes: Pick<DynamoMembers, 'unlessLower' | 'unlessEnded'>;
  readonly members: Pick<DynamoMemberStore, 'find'>;
}

/**
 * What a caller can give to a new key, as the record of a key. People have none: they give what their role has, and no
 * limits, as their own limits bound all of their keys at any time.
 *
 * @throws AppError `unauthenticated` when the API key is no longer valid
 */
export async function giverOf(
  caller: AllowedCaller & Pick<Caller, 'keyName' | 'scopes'>,
  { keys }: { readonly keys: Pick<DynamoKeyStore, 'find'> },
  now: Date,
): Promise<KeyRecord> {
  const { ownerId, keyId, keyName: name, credential, person } = caller;
  const scopes = [...caller.scopes];
  if (credential === 'key') {
    const record = await callingKey(keyId, keys, now);
    return person === undefined ? record : { ...record, scopes };
  }
  return {
    ...{ key_id: keyId, owner_id: ownerId, member_id: keyId, name, scopes },
    ...{ limits: noLimits, expires_at: null, revoked_at: null },
    ...{ hash: '', last4: '', created_at: timestamp(now), created_by: keyId },
  };
}

/** Whether a caller sees, rotates and revokes a key: admins all of their owner's, other people their own. */
export function isVisibleTo({ person }: Pick<Caller, 'person'>, { member_id: memberId }: KeyRecord): boolean {
  return person === undefined || isAtLeast(person.role, 'admin') || memberId === person.id;
}

/** An own key of the caller. @throws NotFoundError */
export async function findVisible(
  caller: Pick<Caller, 'ownerId' | 'person'>,
  keyId: string,
  keys: Pick<DynamoKeyStore, 'findOwn'>,
): Promise<KeyRecord> {
  const record = await keys.findOwn(caller.ownerId, keyId);
  if (!isVisibleTo(caller, record)) throw new NotFoundError('API key', keyId);
  return record;
}

/**
 * Parts of the transaction that makes the successor of a key: none if its member can no longer use keys.
 *
 * @throws NotFoundError for a key that ended with its member
 */
export async function unlessMemberEnded(
  old: KeyRecord,
  caller: AllowedCaller,
  { members, changes }: Pick<GiverDeps, 'members' | 'changes'>,
) {
  const { owner_id: ownerId, member_id: memberId, key_id: keyId, created_at: createdAt } = old;
  if (memberId === undefined) return [];
  const member = await members.find(ownerId, memberId);
  if (!member || !boundsOfKey(member, memberId, { scopes: scopesOf(old), createdAt }))
    throw new NotFoundError('API key', keyId);
  // The condition on the caller is on the same row.
  return memberId === caller.person?.id ? [] : [changes.unlessEnded(member)];
}

/** For keys of no member. @throws AppError `forbidden`: such a key would not end with the person who gets it */
export function requireOwnedAdmin(scopes: readonly string[] | null | undefined, caller: AllowedCaller): void {
  if (caller.person === undefined || !scopes?.includes('admin')) return;
  throw new AppError(
    'forbidden',
    'You cannot create this key: it would have the scope admin and outlast your membership. Use the command line, or an API key with the scope admin.',
  );
}

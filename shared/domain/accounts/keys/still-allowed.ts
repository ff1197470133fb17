import type { Caller } from '../../../contract/endpoint/caller.ts';
import { isAtLeast } from '../../../contract/shapes/roles.ts';
import type { Part } from '../../../platform/aws/transact.ts';
import { type DynamoMembers, noLonger } from '../people/dynamo-members.ts';
import { isActive, type MemberRecord } from '../people/member-record.ts';
import type { DynamoKeyStore } from './dynamo-key-store.ts';

/** The parts of a caller that the conditions need. */
export type AllowedCaller = Pick<Caller, 'ownerId' | 'keyId' | 'credential' | 'person'>;

interface Changed {
  /** The revision is a condition. */
  readonly member?: MemberRecord | undefined;
  /** A key that rotates itself. */
  readonly keyId?: string;
}

export interface StillAllowedDeps {
  readonly keys: Pick<DynamoKeyStore, 'unlessRevoked'>;
  readonly changes: Pick<DynamoMembers, 'unlessLower'>;
}

/**
 * Parts of a transaction that fail once the caller may no longer do what the authorizer allowed: the API key was
 * revoked, or the member was removed or has a lower role.
 *
 * @param changed what the transaction changes, with conditions of its own: no row can be in it twice
 * @throws AppError `unauthenticated` when the caller is that member, and has a lower role now
 */
export function unlessDisallowed(
  caller: AllowedCaller,
  { keys, changes }: StillAllowedDeps,
  { member: changed, keyId: changedKey }: Changed = {},
): readonly Part[] {
  const { credential, keyId, person } = caller;
  const ofKey = credential === 'key' && keyId !== changedKey ? [keys.unlessRevoked({ key_id: keyId })] : [];
  if (person === undefined || person.id !== changed?.person_id) return [...ofKey, ...changes.unlessLower(caller)];
  if (!isActive(changed) || !isAtLeast(changed.role, person.role)) throw noLonger();
  return ofKey;
}

import type { Caller } from '../../../contract/endpoint/caller.ts';
import { scopesOfRole } from '../../../contract/shapes/roles.ts';
import type { GiverDeps } from '../keys/giver.ts';
import { isUsable, scopesOf } from '../keys/key-record.ts';
import { isActive } from '../people/member-record.ts';
import { boundsOfKey } from '../people/membership.ts';

interface Approval {
  readonly ownerId: string;
  readonly keyId: string;
  /** Whether `keyId` is the id of a person. */
  readonly isPerson: boolean;
}

type Approver = Pick<Caller, 'ownerId' | 'keyId' | 'keyName' | 'credential' | 'person' | 'scopes'>;

/** Who approved a device, with the rights of now; undefined if they can no longer give a key. */
export async function approverOf(
  { ownerId, keyId, isPerson }: Approval,
  { keys, members }: { readonly keys: Pick<GiverDeps['keys'], 'find'>; readonly members: GiverDeps['members'] },
  now: Date,
): Promise<Approver | undefined> {
  if (isPerson) {
    const member = await members.find(ownerId, keyId);
    if (!member || !isActive(member)) return undefined;
    const { role, name, email } = member;
    const person = { id: keyId, role, name, email };
    return { ownerId, keyId, keyName: name ?? email, credential: 'token', person, scopes: scopesOfRole(role) };
  }
  const key = await keys.find(keyId);
  if (!key || !isUsable(key, now)) return undefined;
  const own = { ownerId, keyId, keyName: key.name, credential: 'key' as const, scopes: scopesOf(key) };
  const { member_id: memberId, created_at: createdAt } = key;
  if (memberId === undefined) return own;
  const bounds = boundsOfKey(await members.find(ownerId, memberId), memberId, { scopes: own.scopes, createdAt });
  return bounds && { ...own, person: bounds.person, scopes: bounds.scopes };
}

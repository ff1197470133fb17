import type { Caller, RequestOrigin } from '../../../contract/endpoint/caller.ts';
import { type LimitsRequest, limitNames, limitsOf } from '../../../contract/shapes/limits.ts';
import type { Role } from '../../../contract/shapes/roles.ts';
import type { Part } from '../../../platform/aws/transact.ts';
import { type Clock, timestamp } from '../../../platform/clock.ts';
import { AppError, NotFoundError, retryLostRaces } from '../../../platform/errors.ts';
import { type AuditJournal, authorOf, type ChangeAuthor } from '../audit/audit-journal.ts';
import type { DynamoKeyStore } from '../keys/dynamo-key-store.ts';
import type { KeyJournal } from '../keys/key-journal.ts';
import { type StillAllowedDeps, unlessDisallowed } from '../keys/still-allowed.ts';
import type { CountAdmins, RoleChange } from '../people/admin-count.ts';
import type { DynamoMemberStore } from '../people/dynamo-member-store.ts';
import type { DynamoMembers } from '../people/dynamo-members.ts';
import { isActive, type MemberRecord } from '../people/member-record.ts';
import { requireRights, requireUnlimited } from './may-give.ts';
import { type RevokedKeys, revokeKeysOf } from './revoke-keys.ts';

/** Dependencies of changes that leave the number of admins as it is. */
export interface ChangeMembersDeps {
  readonly members: Pick<DynamoMemberStore, 'find'>;
  readonly changes: Pick<DynamoMembers, 'change' | 'endSessions' | 'unlessLower'>;
  readonly keys: Pick<DynamoKeyStore, 'unlessRevoked'>;
  readonly journal: Pick<AuditJournal, 'entry'>;
  readonly now: Clock;
}

interface CountsAdmins {
  /** The part that counts the owner's admins. */
  readonly countAdmins: CountAdmins;
}

/** Dependencies of changes of roles. */
export type ChangeRolesDeps = ChangeMembersDeps & CountsAdmins;

/** Dependencies of removals, which can revoke keys. */
export interface RemovalDeps extends Pick<ChangeMembersDeps, 'members' | 'now'>, CountsAdmins {
  readonly changes: Pick<DynamoMembers, 'change'>;
  readonly keys: Pick<DynamoKeyStore, 'ofOwner' | 'revoke'>;
  readonly journal: Pick<KeyJournal, 'entry' | 'keyEvent'>;
}

/** The same for a caller whose rights can end meanwhile. */
export type RemoveDeps = RemovalDeps & StillAllowedDeps;

/** The caller of a change. */
export interface ManageOrder {
  readonly caller: Caller;
  readonly request: RequestOrigin;
}

export interface RequestedMember {
  readonly role?: Role | null | undefined;
  readonly limits?: LimitsRequest | null | undefined;
}

/**
 * Changes role and limits of a member.
 *
 * @throws NotFoundError; AppError `conflict` for the last admin, or a managed role
 */
export function changeMember(
  personId: string,
  requested: RequestedMember,
  order: ManageOrder,
  deps: ChangeRolesDeps,
): Promise<MemberRecord> {
  const counted = (roles: RoleChange, now: Date) => [deps.countAdmins(roles, order.caller.keyId, now)];
  return change(personId, requested, order, deps, counted);
}

/** Changes only limits of a member. @throws NotFoundError */
export function changeLimitsOf(
  personId: string,
  limits: LimitsRequest,
  order: ManageOrder,
  deps: ChangeMembersDeps,
): Promise<MemberRecord> {
  return change(personId, { limits }, order, deps, () => []);
}

/** @param counted the parts for another role */
function change(
  personId: string,
  { role, limits }: RequestedMember,
  { caller, request }: ManageOrder,
  deps: ChangeMembersDeps,
  counted: (roles: RoleChange, now: Date) => readonly Part[],
): Promise<MemberRecord> {
  const { ownerId } = caller;
  requireUnlimited(caller);
  return retryLostRaces(async () => {
    const before = await activeMember(ownerId, personId, deps);
    const next = {
      role: role ?? before.role,
      limits: limitsOf({ ...before.limits, ...definedOf(limits ?? {}) }),
    };
    requireRights(caller, before.role);
    if (next.role !== before.role) {
      requireRights(caller, next.role);
      if (before.managed) throw managedRole();
    }
    const isSame = next.role === before.role && limitNames.every((name) => next.limits[name] === before.limits[name]);
    if (isSame) return before;
    const now = deps.now();
    await deps.changes.change(before, next, [
      ...unlessDisallowed(caller, deps, { member: before }),
      ...(next.role === before.role ? [] : counted({ ownerId, from: before.role, to: next.role }, now)),
      deps.journal.entry('member.updated', ownerId, { user_id: personId }, authorOf(caller, request), now),
    ]);
    return { ...before, ...next };
  });
}

/** Who removes a member. */
export interface Remover {
  readonly ownerId: string;
  /** The id of the person or of the API key, or `operator`. */
  readonly id: string;
  readonly author: ChangeAuthor;
  /** Absent for operators at the command line, who may remove everyone. */
  readonly requireRights?: (role: Role) => void;
  /** Parts of the transaction that fail once the remover may no longer do this. */
  readonly conditions?: (member: MemberRecord) => readonly Part[];
}

/** @throws as `removeMemberBy` */
export function removeMemberOf(
  personId: string,
  keys: 'keep' | 'revoke',
  { caller, request }: ManageOrder,
  deps: RemoveDeps,
): Promise<RevokedKeys | null> {
  requireUnlimited(caller);
  const remover = {
    ...{ ownerId: caller.ownerId, id: caller.keyId, author: authorOf(caller, request) },
    requireRights: (role: Role) => requireRights(caller, role),
    conditions: (member: MemberRecord) => unlessDisallowed(caller, deps, { member }),
  };
  return removeMemberBy(personId, keys, remover, deps);
}

/**
 * Removes a member. A removal can be repeated with `revoke`: that goes on where a request ended that crashed or had too
 * many keys, and ends keys that were kept.
 *
 * @throws NotFoundError; AppError `conflict` for the last admin
 */
export async function removeMemberBy(
  personId: string,
  keys: 'keep' | 'revoke',
  remover: Remover,
  deps: RemovalDeps,
): Promise<RevokedKeys | null> {
  const { ownerId, id, author } = remover;
  await retryLostRaces(async () => {
    const before = await deps.members.find(ownerId, personId);
    if (before === undefined || (!isActive(before) && keys === 'keep')) throw new NotFoundError('Member', personId);
    remover.requireRights?.(before.role);
    // The row decides on the keys at once; their own rows follow.
    if (!isActive(before) && before.keys === keys) return;
    const now = deps.now();
    const removed_at = isActive(before) ? timestamp(now) : before.removed_at;
    const ended = keys === 'revoke' ? { keys_ended_at: timestamp(now) } : {};
    await deps.changes.change(before, { status: 'REMOVED', removed_at, keys, ...ended }, [
      ...(remover.conditions?.(before) ?? []),
      ...(isActive(before) ? [deps.countAdmins({ ownerId, from: before.role, to: undefined }, id, now)] : []),
      deps.journal.entry('member.removed', ownerId, { user_id: personId }, author, now),
    ]);
  });
  return keys === 'keep' ? null : revokeKeysOf(personId, remover, deps);
}

/** Ends the sessions of a member with this owner. @throws NotFoundError */
export async function endSessionsOf(
  personId: string,
  { caller, request }: ManageOrder,
  deps: ChangeMembersDeps,
): Promise<void> {
  const { ownerId } = caller;
  const member = await activeMember(ownerId, personId, deps);
  requireRights(caller, member.role);
  const now = deps.now();
  await deps.changes.endSessions(ownerId, personId, now, [
    ...unlessDisallowed(caller, deps, { member }),
    deps.journal.entry('member.signed-out', ownerId, { user_id: personId }, authorOf(caller, request), now),
  ]);
}

/** @throws NotFoundError */
export async function activeMember(
  ownerId: string,
  personId: string,
  { members }: Pick<ChangeMembersDeps, 'members'>,
): Promise<MemberRecord> {
  const member = await members.find(ownerId, personId);
  if (member === undefined || !isActive(member)) throw new NotFoundError('Member', personId);
  return member;
}

/** Limits that a request names. Null removes one. */
function definedOf(limits: LimitsRequest): LimitsRequest {
  return Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined));
}

function managedRole(): AppError {
  return new AppError(
    'conflict',
    'The identity provider manages the role of this member. Change their groups there. The new role applies from their next sign-in.',
  );
}

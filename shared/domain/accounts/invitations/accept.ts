import type { RequestOrigin, SignedIn } from '../../../contract/endpoint/caller.ts';
import { noLimits } from '../../../contract/shapes/limits.ts';
import { isOfMember } from '../../../contract/shapes/lineages.ts';
import { OwnerId } from '../../../contract/shapes/owner-id.ts';
import { type Role, scopesOfRole } from '../../../contract/shapes/roles.ts';
import type { Part } from '../../../platform/aws/transact.ts';
import { type Clock, timestamp } from '../../../platform/clock.ts';
import { AppError, retryLostRaces } from '../../../platform/errors.ts';
import { type AuditJournal, personAuthor } from '../audit/audit-journal.ts';
import { sameHash } from '../keys/api-key.ts';
import { OPERATOR } from '../keys/issue-key.ts';
import type { CountAdmins } from '../people/admin-count.ts';
import { type DynamoMemberStore, MAX_MEMBERSHIPS } from '../people/dynamo-member-store.ts';
import { type DynamoMembers, MAX_MEMBERS } from '../people/dynamo-members.ts';
import { isActive, type KnownPerson, type MemberRecord } from '../people/member-record.ts';
import type { OidcSettings } from '../people/oidc-settings.ts';
import { confirmedEmail } from '../people/person.ts';
import { tooMany } from '../people/sign-in.ts';
import type { DynamoInvitations } from './dynamo-invitations.ts';
import { type InvitationRecord, isPending } from './invitation.ts';
import { hashOfToken, parseInvitationToken } from './invitation-token.ts';

export interface AcceptDeps {
  readonly settings: Pick<OidcSettings, 'issuer' | 'signUp'>;
  readonly invitations: Pick<DynamoInvitations, 'find' | 'accepted'>;
  readonly members: Pick<DynamoMemberStore, 'known'>;
  readonly changes: Pick<DynamoMembers, 'ofOwner' | 'joined' | 'personKnown'>;
  readonly countAdmins: CountAdmins;
  readonly journal: Pick<AuditJournal, 'entry'>;
  readonly write: (parts: readonly Part[]) => Promise<void>;
  readonly now: Clock;
}

/** What a person has joined. */
export interface Joined {
  readonly ownerId: string;
  readonly role: Role;
}

/**
 * Makes a person a member by an invitation, in one transaction. The person who accepted it can repeat this.
 *
 * @throws NotFoundError for an unknown token; AppError `gone`, `forbidden`, `conflict`
 */
export function joinByInvitation(
  text: string,
  person: SignedIn,
  request: RequestOrigin,
  deps: AcceptDeps,
): Promise<Joined> {
  return retryLostRaces(async () => {
    const invitation = await findInvitation(text, deps);
    const { owner_id: ownerId, role } = invitation;
    const known = await deps.members.known(person.id);
    const mine = known.memberships.find((one) => one.owner_id === ownerId);
    const now = deps.now();
    if (invitation.accepted_by === person.id && mine && isActive(mine)) return { ownerId, role: mine.role };
    requireOpen(invitation, now);
    requireGuest(invitation, person, known, deps.settings);
    if (mine && isActive(mine)) throw new AppError('conflict', 'You are already a member of this organization.');
    requireSinceRemoval(invitation, mine);
    await requireInviter(invitation, deps);
    await requirePlace(ownerId, known, deps);
    const author = personAuthor(person, ownerId, request);
    await deps.write([
      // First, so that a request of the same person at the same time is repeated, and finds it done.
      deps.changes.joined(memberFrom(invitation, person, mine, now), mine),
      deps.invitations.accepted(invitation, person.id, now),
      deps.changes.personKnown(person, deps.settings.issuer, now),
      deps.countAdmins({ ownerId, from: undefined, to: role }, person.id, now),
      deps.journal.entry('member.joined', ownerId, { user_id: person.id }, author, now),
    ]);
    return { ownerId, role };
  });
}

/** The same error for a wrong secret as for an unknown invitation. @throws NotFoundError */
async function findInvitation(
  text: string,
  { invitations }: Pick<AcceptDeps, 'invitations'>,
): Promise<InvitationRecord> {
  const token = parseInvitationToken(text);
  const isOwner = OwnerId.safeParse(token.ownerId).success;
  const found = isOwner ? await invitations.find(token.ownerId, token.invitationId) : undefined;
  if (found && sameHash(found.token_hash, hashOfToken(token))) return found;
  throw new AppError('not_found', 'This invitation does not exist. Check that the link is complete.');
}

/** @throws AppError `gone` */
function requireOpen(invitation: InvitationRecord, now: Date): void {
  if (isPending(invitation, now)) return;
  const reasons = { PENDING: 'has expired', ACCEPTED: 'was already used', REVOKED: 'was revoked' } as const;
  throw new AppError('gone', `This invitation ${reasons[invitation.status]}. Ask for a new one.`);
}

/** @throws AppError `forbidden` for any person but the invited one, and for new people where there is no sign-up */
function requireGuest(
  { email, invited_by: inviter }: InvitationRecord,
  person: SignedIn,
  { memberships }: KnownPerson,
  { signUp }: Pick<OidcSettings, 'signUp'>,
): void {
  if (email !== undefined && (person.email !== email || !person.isEmailVerified)) {
    const detail =
      person.email === email
        ? 'Your identity provider has not verified your email address. Verify it there, sign in again and retry.'
        : 'This invitation is for another email address. Sign in with the address that was invited.';
    throw new AppError('forbidden', detail);
  }
  // An operator decides on the deployment, also against its setting.
  if (signUp === 'closed' && memberships.length === 0 && inviter !== OPERATOR)
    throw new AppError('forbidden', 'This deployment accepts no new people. Ask its operator for an invitation.');
}

/** Otherwise a forgotten invitation would undo the removal. @throws AppError `gone` */
function requireSinceRemoval({ created_at: madeAt }: InvitationRecord, removed: MemberRecord | undefined): void {
  if (removed?.removed_at === undefined || madeAt >= removed.removed_at) return;
  throw new AppError('gone', 'This invitation was made before you were removed. Ask for a new one.');
}

/**
 * The invitation of a person ends with their right to make it. Otherwise a removed admin could come back by a link that
 * they made before.
 *
 * @throws AppError `gone`
 */
async function requireInviter(
  { invited_by: inviter, owner_id: ownerId, role }: InvitationRecord,
  { members }: Pick<AcceptDeps, 'members'>,
): Promise<void> {
  if (!isOfMember({ id: inviter })) return;
  const { memberships } = await members.known(inviter);
  const held = memberships.find((one) => one.owner_id === ownerId && isActive(one))?.role;
  const has = held === undefined ? [] : scopesOfRole(held);
  if ([...scopesOfRole(role), 'members:write' as const].every((scope) => has.includes(scope))) return;
  throw new AppError(
    'gone',
    'The person who made this invitation can no longer invite people. Ask for a new invitation.',
  );
}

/** @throws AppError `conflict` */
async function requirePlace(
  ownerId: string,
  { memberships }: KnownPerson,
  { changes }: Pick<AcceptDeps, 'changes'>,
): Promise<void> {
  if (memberships.filter((one) => one.owner_id !== ownerId).length >= MAX_MEMBERSHIPS) throw tooMany();
  const members = await changes.ofOwner(ownerId);
  if (members.length < MAX_MEMBERS) return;
  throw new AppError(
    'conflict',
    `An organization can have at most ${MAX_MEMBERS} members. Ask an admin to remove one.`,
  );
}

/** A removed member comes back with a new role. Keys that ended with the removal stay ended. */
function memberFrom(
  { owner_id, role }: InvitationRecord,
  person: SignedIn,
  removed: MemberRecord | undefined,
  now: Date,
): MemberRecord {
  const { id: person_id, name } = person;
  const email = confirmedEmail(person);
  const joined_at = timestamp(now);
  const ended = removed?.keys === 'revoke' ? joined_at : removed?.keys_ended_at;
  return {
    ...{ person_id, owner_id, role, status: 'ACTIVE' as const, managed: false, joined_at, email, name },
    limits: removed?.limits ?? noLimits,
    revision: 0,
    ...(ended === undefined ? {} : { keys_ended_at: ended }),
    ...(removed?.signed_out_at === undefined ? {} : { signed_out_at: removed.signed_out_at }),
  };
}

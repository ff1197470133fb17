import type * as z from 'zod';
import type { inviteMembers } from '../../../contract/accounts/invitations.ts';
import type { Role } from '../../../contract/shapes/roles.ts';
import type { Part } from '../../../platform/aws/transact.ts';
import { type Clock, epochSeconds, timestamp } from '../../../platform/clock.ts';
import { AppError, badField } from '../../../platform/errors.ts';
import type { AuditJournal, ChangeAuthor } from '../audit/audit-journal.ts';
import { type DynamoMembers, MAX_MEMBERS } from '../people/dynamo-members.ts';
import { type DynamoInvitations, requireRoom } from './dynamo-invitations.ts';
import { type InvitationRecord, isPending } from './invitation.ts';
import { hashOfToken, newInvitationToken } from './invitation-token.ts';

/** Maximum number of an owner's pending invitations. Concurrent requests can exceed it by a few. */
const MAX_PENDING = 100;

const DAY_SECONDS = 86_400;
const DEFAULT_DAYS = 7;
/** The longest lifetime of an invitation, in days. */
export const MOST_DAYS = 30;

/** How long a row stays after its end, so that a late guest learns why. */
const KEPT_DAYS = 7;

export interface InviteDeps {
  readonly invitations: Pick<DynamoInvitations, 'ofOwner' | 'added'>;
  readonly members: Pick<DynamoMembers, 'ofOwner'>;
  readonly journal: Pick<AuditJournal, 'entry'>;
  readonly write: (parts: readonly Part[]) => Promise<void>;
  readonly now: Clock;
}

/** Who invites. */
export interface Inviter {
  /** The id of the person or of the API key, or `operator`. */
  readonly id: string;
  readonly email: string | null;
  readonly name: string | null;
  readonly author: ChangeAuthor;
  /** Parts of the transaction that fail once the inviter may no longer do this. */
  readonly conditions: readonly Part[];
}

export interface InviteOrder {
  readonly ownerId: string;
  /** In lower case. Absent: one invitation by link. */
  readonly emails?: readonly string[] | undefined;
  readonly role: Role;
  readonly expires_at?: string | null | undefined;
}

/** An invitation with the token that its guest needs. */
export interface MadeInvitation {
  readonly record: InvitationRecord;
  readonly token: string;
}

type Failed = z.input<(typeof inviteMembers)['success']['body']>['failed'][number];

export interface Invited {
  readonly made: readonly MadeInvitation[];
  readonly failed: readonly Failed[];
}

/** Makes invitations in one transaction. @throws AppError `conflict` for too many; `validation_failed` */
export async function invite(order: InviteOrder, inviter: Inviter, deps: InviteDeps): Promise<Invited> {
  const { ownerId, role } = order;
  const now = deps.now();
  const expiresAt = endOf(order.expires_at, now);
  const [known, members] = await Promise.all([deps.invitations.ofOwner(ownerId), deps.members.ofOwner(ownerId)]);
  const pending = known.filter((one) => isPending(one, now));
  const emails = [...new Set(order.emails ?? [])];
  const reasons = emails.map((email) => [email, reasonAgainst(email, pending, members)] as const);
  const wanted =
    order.emails === undefined ? [undefined] : reasons.flatMap(([email, reason]) => (reason ? [] : [email]));
  const failed = reasons.flatMap(([email, error]) => (error ? [{ email, error }] : []));
  requireRoom(known.length + wanted.length);
  if (pending.length + wanted.length > MAX_PENDING)
    throw tooMany('pending invitations', MAX_PENDING, 'Revoke one first.');
  if (members.length >= MAX_MEMBERS) throw tooMany('members', MAX_MEMBERS, 'Remove one first.');

  const made = wanted.map((email): MadeInvitation => {
    const token = newInvitationToken(ownerId);
    const record: InvitationRecord = {
      owner_id: ownerId,
      invitation_id: token.invitationId,
      token_hash: hashOfToken(token),
      ...(email === undefined ? {} : { email }),
      role,
      status: 'PENDING',
      invited_by: inviter.id,
      inviter_email: inviter.email,
      inviter_name: inviter.name,
      created_at: timestamp(now),
      expires_at: expiresAt,
      purge_at: expiresAt + KEPT_DAYS * DAY_SECONDS,
    };
    return { record, token: token.text };
  });
  if (made.length === 0) return { made, failed };
  await deps.write([
    ...inviter.conditions,
    ...made.flatMap(({ record }) => [
      deps.invitations.added(record),
      deps.journal.entry('member.invited', ownerId, { invitation_id: record.invitation_id }, inviter.author, now),
    ]),
  ]);
  return { made, failed };
}

function reasonAgainst(
  email: string,
  pending: readonly InvitationRecord[],
  members: readonly { readonly email: string | null }[],
): string | undefined {
  if (members.some((member) => member.email === email)) return 'This person is already a member.';
  if (pending.some((one) => one.email === email)) return 'This address has a pending invitation. Revoke it first.';
  return undefined;
}

/** In seconds since 1970. */
function endOf(wanted: string | null | undefined, now: Date): number {
  const begin = epochSeconds(now);
  if (wanted === null || wanted === undefined) return begin + DEFAULT_DAYS * DAY_SECONDS;
  const end = epochSeconds(new Date(wanted));
  if (end <= begin) throw badField(['expires_at'], 'Must be in the future.');
  if (end > begin + MOST_DAYS * DAY_SECONDS) throw badField(['expires_at'], `Must be at most ${MOST_DAYS} days ahead.`);
  return end;
}

function tooMany(what: string, most: number, remedy: string): AppError {
  return new AppError('conflict', `An organization can have at most ${most} ${what}. ${remedy}`);
}

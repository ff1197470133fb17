import { absent, all, is, updateOf, when } from '../../../platform/aws/expressions.ts';
import { getItem } from '../../../platform/aws/get-item.ts';
import { queryPages } from '../../../platform/aws/pages.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import { type Part, transact } from '../../../platform/aws/transact.ts';
import { epochSeconds } from '../../../platform/clock.ts';
import { AppError, NotFoundError, VersionConflictError } from '../../../platform/errors.ts';
import type { Tables } from '../../../rights/statement.ts';
import { type InvitationRecord, invitationOf } from './invitation.ts';

/** The most rows that an owner can have, with those that were used or revoked in the last weeks. It bounds reads. */
const MOST_ROWS = 1_000;

/** Invitations in DynamoDB. Rows contain hashes of tokens. */
export class DynamoInvitations extends TableStore<Tables<'invitations'>> {
  async find(ownerId: string, invitationId: string): Promise<InvitationRecord | undefined> {
    const item = await getItem(this.documents, this.tables.invitations, {
      owner_id: ownerId,
      invitation_id: invitationId,
    });
    return item && invitationOf(item);
  }

  /** All of an owner, also used and revoked ones, read consistently. @throws AppError `conflict` for too many */
  async ofOwner(ownerId: string): Promise<readonly InvitationRecord[]> {
    const found: InvitationRecord[] = [];
    for await (const page of queryPages(this.documents, {
      TableName: this.tables.invitations,
      KeyConditionExpression: 'owner_id = :owner',
      ExpressionAttributeValues: { ':owner': ownerId },
      ConsistentRead: true,
    })) {
      found.push(...page.map(invitationOf));
      if (found.length > 2 * MOST_ROWS) break;
    }
    return found;
  }

  /** A new invitation as part of a transaction. */
  added(invitation: InvitationRecord): Part {
    const Put = { TableName: this.tables.invitations, Item: invitation, ...when(absent('invitation_id')) };
    return { item: { Put }, lost: () => new VersionConflictError('invitation', invitation.invitation_id) };
  }

  /** @throws NotFoundError for one that is not pending */
  async revoke(ownerId: string, invitationId: string, now: Date, around: readonly Part[]): Promise<void> {
    const Update = {
      TableName: this.tables.invitations,
      Key: { owner_id: ownerId, invitation_id: invitationId },
      ...updateOf({
        set: { status: 'REVOKED' },
        when: all(is('status', '=', 'PENDING'), is('expires_at', '>', epochSeconds(now))),
      }),
    };
    const lost = () => new NotFoundError('Invitation', invitationId);
    await transact(this.documents, [...around, { item: { Update }, lost }]);
  }

  /** Uses an invitation as part of a transaction. */
  accepted({ owner_id, invitation_id, token_hash }: InvitationRecord, personId: string, now: Date): Part {
    const Update = {
      TableName: this.tables.invitations,
      Key: { owner_id, invitation_id },
      ...updateOf({
        set: { status: 'ACCEPTED', accepted_by: personId },
        when: all(
          is('status', '=', 'PENDING'),
          is('token_hash', '=', token_hash),
          is('expires_at', '>', epochSeconds(now)),
        ),
      }),
    };
    return { item: { Update }, lost: usedMeanwhile };
  }
}

/** @throws AppError `conflict` for an owner with too many rows */
export function requireRoom(rows: number): void {
  if (rows < MOST_ROWS) return;
  throw new AppError(
    'conflict',
    'This organization has made too many invitations in the last weeks. Try again in a few days.',
  );
}

function usedMeanwhile(): AppError {
  return new AppError('gone', 'This invitation was used or revoked. Ask for a new one.');
}

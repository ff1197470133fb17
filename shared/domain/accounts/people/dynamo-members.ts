import type { Caller, SignedIn } from '../../../contract/endpoint/caller.ts';
import { limitsSet } from '../../../contract/shapes/limits.ts';
import { isAtLeast, type Role, roles } from '../../../contract/shapes/roles.ts';
import { absent, all, any, exists, is, unchanged, updateOf, when } from '../../../platform/aws/expressions.ts';
import { queryPages } from '../../../platform/aws/pages.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import { certain, type Part, transact } from '../../../platform/aws/transact.ts';
import { epochSeconds, timestamp } from '../../../platform/clock.ts';
import { AppError, NotFoundError, VersionConflictError } from '../../../platform/errors.ts';
import type { Tables } from '../../../rights/statement.ts';
import { isActive, type MemberRecord, memberRecordOf, memberRow, PERSON } from './member-record.ts';
import { confirmedEmail } from './person.ts';

/** Maximum number of an owner's members. It bounds lists. Concurrent requests can exceed it by a few. */
export const MAX_MEMBERS = 500;

/** The most rows that a list reads, with those of removed members. */
const MOST_ROWS = 5_000;

/** What changes of a member can set. */
export type MemberChange = Partial<
  Pick<MemberRecord, 'role' | 'status' | 'removed_at' | 'keys' | 'keys_ended_at' | 'signed_out_at' | 'limits'>
>;

/** Changes of members in DynamoDB. `around` has more parts for the transaction. */
export class DynamoMembers extends TableStore<Tables<'members'>> {
  /** The members of an owner, the first joined first. The index can be slightly out of date. */
  async ofOwner(ownerId: string): Promise<readonly MemberRecord[]> {
    return (await this.everOfOwner(ownerId)).filter(isActive);
  }

  /** The same with removed ones. */
  async everOfOwner(ownerId: string): Promise<readonly MemberRecord[]> {
    const members: MemberRecord[] = [];
    for await (const page of queryPages(this.documents, {
      TableName: this.tables.members,
      IndexName: 'joined_index',
      KeyConditionExpression: 'owner_id = :owner',
      ExpressionAttributeValues: { ':owner': ownerId },
    })) {
      members.push(...page.map(memberRecordOf));
      if (members.length >= MOST_ROWS) break;
    }
    return members;
  }

  /** Changes a member. @throws VersionConflictError when the member has changed since it was read */
  async change(before: MemberRecord, { limits, ...set }: MemberChange, around: readonly Part[]): Promise<void> {
    const { person_id, owner_id, revision } = before;
    const item = {
      Update: {
        TableName: this.tables.members,
        Key: { person_id, owner_id },
        ...updateOf({
          set: { ...set, ...(limits && { limits: limitsSet(limits) }) },
          add: { revision: 1 },
          when: all(exists('person_id'), unchanged('revision', revision)),
        }),
      },
    };
    await transact(this.documents, [...around, { item, lost: () => memberChanged(before) }]);
  }

  /** Part of a transaction that adds a member, or puts a removed one in again. */
  joined(member: MemberRecord, removed: MemberRecord | undefined): Part {
    const isAsRead = removed
      ? all(is('status', '=', 'REMOVED'), unchanged('revision', removed.revision))
      : absent('person_id');
    const Item = memberRow({ ...member, revision: (removed?.revision ?? -1) + 1 });
    const item = { Put: { TableName: this.tables.members, Item, ...when(isAsRead) } };
    return { item, lost: () => memberChanged(member) };
  }

  /** Ends the sessions of a member with one owner. @throws NotFoundError for a person who is no member */
  async endSessions(ownerId: string, personId: string, now: Date, around: readonly Part[]): Promise<void> {
    const item = {
      Update: {
        TableName: this.tables.members,
        Key: { person_id: personId, owner_id: ownerId },
        ...updateOf({
          set: { signed_out_at: epochSeconds(now) },
          // A change that read the member before must not undo it.
          add: { revision: 1 },
          when: is('status', '=', 'ACTIVE'),
        }),
      },
    };
    await transact(this.documents, [...around, { item, lost: () => new NotFoundError('Member', personId) }]);
  }

  /** Ends all sessions of a person. Also that of the request, if the clock of the provider is ahead. */
  async signOut(person: SignedIn, issuer: string, now: Date): Promise<void> {
    const signed_out_at = Math.max(epochSeconds(now), person.issuedAt);
    await transact(this.documents, [this.personKnown(person, issuer, now, { signed_out_at })]);
  }

  /** Part of a transaction that adds the person's own row if it is missing. */
  personKnown(person: SignedIn, issuer: string, now: Date, set: Readonly<Record<string, unknown>> = {}): Part {
    const { id, subject, name, picture } = person;
    const email = confirmedEmail(person);
    const [first_sign_in_at, last_sign_in_at] = [timestamp(now), timestamp(now)];
    const change = updateOf({
      set,
      setOnce: { issuer, subject, email, name, picture, first_sign_in_at, last_sign_in_at },
    });
    return certain({ Update: { TableName: this.tables.members, Key: { person_id: id, owner_id: PERSON }, ...change } });
  }

  /** Chooses the owner of requests that name none. @throws NotFoundError; AppError `conflict` before a sign-in */
  async choose(personId: string, ownerId: string, orgId: string): Promise<void> {
    const Key = { person_id: personId, owner_id: PERSON };
    const change = updateOf({ set: { chosen_owner_id: ownerId }, when: exists('person_id') });
    const chosen = { Update: { TableName: this.tables.members, Key, ...change } };
    await transact(this.documents, [
      { item: this.#isMember(ownerId, personId), lost: () => new NotFoundError('Organization', orgId) },
      { item: chosen, lost: () => new AppError('conflict', 'Send POST /api/v1/sign-in first.') },
    ]);
  }

  /** Parts of a transaction that fail once the caller is no longer a member with at least the role of the request. */
  unlessLower({ ownerId, credential, person }: Pick<Caller, 'ownerId' | 'credential' | 'person'>): readonly Part[] {
    if (person === undefined) return [];
    const isStill = all(is('status', '=', 'ACTIVE'), any(...atLeast(person.role).map((role) => is('role', '=', role))));
    // An API key that was kept acts as before.
    const isKept = all(is('status', '=', 'REMOVED'), is('keys', '=', 'keep'));
    const Key = { person_id: person.id, owner_id: ownerId };
    const condition = when(credential === 'key' ? any(isStill, isKept) : isStill);
    return [{ item: { ConditionCheck: { TableName: this.tables.members, Key, ...condition } }, lost: noLonger }];
  }

  /** Part of a transaction that fails when the member has changed since it was read. */
  unlessEnded({ person_id, owner_id, revision }: MemberRecord): Part {
    const condition = when(all(exists('person_id'), unchanged('revision', revision)));
    const item = { ConditionCheck: { TableName: this.tables.members, Key: { person_id, owner_id }, ...condition } };
    return { item, lost: () => new VersionConflictError('member', person_id) };
  }

  #isMember(ownerId: string, personId: string) {
    const Key = { person_id: personId, owner_id: ownerId };
    return { ConditionCheck: { TableName: this.tables.members, Key, ...when(is('status', '=', 'ACTIVE')) } };
  }
}

function atLeast(least: Role): readonly Role[] {
  return roles.filter((role) => isAtLeast(role, least));
}

function memberChanged({ person_id: id }: MemberRecord): VersionConflictError {
  return new VersionConflictError('member', id);
}

export function noLonger(): AppError {
  return new AppError('unauthenticated', 'Your membership or role has changed. Send the request again.');
}

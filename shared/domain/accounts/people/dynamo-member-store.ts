import { getItem } from '../../../platform/aws/get-item.ts';
import { queryPages } from '../../../platform/aws/pages.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import type { Tables } from '../../../rights/statement.ts';
import { type KnownPerson, type MemberRecord, memberRecordOf, PERSON, personRecordOf } from './member-record.ts';

/** The most owners that a person can be a member of. It bounds what the authorizer reads. */
export const MAX_MEMBERSHIPS = 50;

/** Members in DynamoDB, read consistently, so that a removal takes effect with the next request. */
export class DynamoMemberStore extends TableStore<Tables<'members'>> {
  async find(ownerId: string, personId: string): Promise<MemberRecord | undefined> {
    const key = { person_id: personId, owner_id: ownerId };
    const item = await getItem(this.documents, this.tables.members, key);
    return item && memberRecordOf(item);
  }

  /** A person with all memberships. */
  async known(personId: string): Promise<KnownPerson> {
    const items: unknown[] = [];
    for await (const page of queryPages(this.documents, {
      TableName: this.tables.members,
      KeyConditionExpression: 'person_id = :person',
      ExpressionAttributeValues: { ':person': personId },
      ConsistentRead: true,
    })) {
      items.push(...page);
    }
    const own = items.find((item) => ownerOf(item) === PERSON);
    const memberships = items.filter((item) => item !== own).map(memberRecordOf);
    return {
      person: own === undefined ? undefined : personRecordOf(own),
      memberships: memberships.toSorted((a, b) => a.joined_at.localeCompare(b.joined_at)),
    };
  }
}

function ownerOf(item: unknown): unknown {
  return (item as { readonly owner_id?: unknown }).owner_id;
}

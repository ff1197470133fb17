import { batchGet } from '../../../platform/aws/batch-get.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import type { Tables } from '../../../rights/statement.ts';
import { PERSON, type PersonRecord, personRecordOf } from './member-record.ts';

/** The own rows of people in DynamoDB. Not part of the authorizer, which reads one person with all memberships. */
export class DynamoPeople extends TableStore<Tables<'members'>> {
  /** In no particular order, without those who never signed in. */
  async findMany(personIds: readonly string[]): Promise<readonly PersonRecord[]> {
    const keys = personIds.map((id) => ({ person_id: id, owner_id: PERSON }));
    return (await batchGet(this.documents, this.tables.members, keys, { isStale: true })).map(personRecordOf);
  }
}

import { absent, when } from '../../../platform/aws/expressions.ts';
import { getItem } from '../../../platform/aws/get-item.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import type { Part } from '../../../platform/aws/transact.ts';
import type { Tables } from '../../../rights/statement.ts';
import { accountOf, SUSPENDED_AT } from './account.ts';
import { ownerSuspended } from './check-admission.ts';

/** For requests of what starts later. Starts themselves have the condition in their own transaction. */
export class DynamoSuspensions extends TableStore<Tables<'owners'>> {
  /**
   * Part of a transaction that fails when the owner is suspended in between.
   *
   * @throws AppError `owner_suspended`, with the reason
   */
  async unlessSuspended(ownerId: string): Promise<Part> {
    const Key = { owner_id: ownerId };
    const row = await getItem(this.documents, this.tables.owners, Key);
    const suspension = row && accountOf(row).suspension;
    if (suspension) throw ownerSuspended(suspension);
    const item = { ConditionCheck: { TableName: this.tables.owners, Key, ...when(absent(SUSPENDED_AT)) } };
    return { item, lost: () => ownerSuspended({ reason: null }) };
  }
}

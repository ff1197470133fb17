import { TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { ifConditionHolds } from '../../../platform/aws/conditional-write.ts';
import { all, is, unchanged, updateOf } from '../../../platform/aws/expressions.ts';
import { getItem } from '../../../platform/aws/get-item.ts';
import { countAll } from '../../../platform/aws/pages.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import type { Tables } from '../../../rights/statement.ts';
import type { SnapshotCounts } from './snapshot-store.ts';

/** The counts of owners' snapshots, compared with the rows. */
export class DynamoSnapshotCounts extends TableStore<Tables<'snapshots' | 'owners'>> implements SnapshotCounts {
  async repair(ownerId: string): Promise<number> {
    const Key = { owner_id: ownerId };
    const account = await getItem(this.documents, this.tables.owners, Key);
    const counted = numberIn(account?.active_snapshots);
    const actual = await countAll(this.documents, {
      table: this.tables.snapshots,
      key: { name: 'owner_id', value: ownerId },
      sort: 'snapshot_id',
      range: { newestFirst: false },
      filter: all(is('state', '<>', 'DELETING'), is('state', '<>', 'DELETED')),
      consistent: true,
    });
    if (actual === counted) return 0;
    // A change during the count raises `snapshot_changes`. The next turn of this owner counts again.
    const command = new UpdateCommand({
      TableName: this.tables.owners,
      Key,
      ...updateOf({
        set: { active_snapshots: actual },
        add: { snapshot_changes: 1 },
        when: all(
          unchanged('active_snapshots', counted),
          unchanged('snapshot_changes', numberIn(account?.snapshot_changes)),
        ),
      }),
    });
    try {
      return (await ifConditionHolds(this.documents.send(command))) === undefined ? 0 : actual - counted;
    } catch (error) {
      if (error instanceof TransactionConflictException) return 0;
      throw error;
    }
  }
}

function numberIn(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

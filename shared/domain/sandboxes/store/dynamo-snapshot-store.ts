import { certain, type Part, transact } from '../../../platform/aws/transact.ts';
import type { Tables } from '../../../rights/statement.ts';
import { lateEntryParts } from '../../billing/usage/dynamo-settled-sums.ts';
import { usageItem } from '../../billing/usage/usage-row.ts';
import { ledgerOfSnapshot } from '../record/snapshot-ledger.ts';
import type { SnapshotWrite } from '../record/workspace-snapshot.ts';
import { DynamoSnapshotReader } from './dynamo-snapshot-reader.ts';
import { countOfSnapshots, sharePart, snapshotPut } from './snapshot-parts.ts';
import { countChange, type SnapshotStore, shareChange } from './snapshot-store.ts';

/** Snapshots for callers that change neither counts nor costs: such a change by mistake throws. */
export class DynamoSnapshotWriter<Granted extends Tables<'snapshots'> = Tables<'snapshots'>>
  extends DynamoSnapshotReader<Granted>
  implements SnapshotStore
{
  async save(write: SnapshotWrite, limit?: number, first: readonly Part[] = []): Promise<void> {
    await transact(this.documents, [...first, ...this.parts(write, limit)]);
  }

  parts(write: SnapshotWrite, limit?: number): readonly Part[] {
    const change = countChange(write);
    const counted = change === 0 ? [] : [this.counted(write.next.owner_id, change, limit)];
    return [snapshotPut(this.tables.snapshots, write), ...counted, ...this.shares(write), ...this.ledger(write)];
  }

  protected counted(_ownerId: string, _change: number, _limit?: number): Part {
    throw new Error('this store cannot change the counts of snapshots');
  }

  protected shares(write: SnapshotWrite): readonly Part[] {
    if (shareChange(write) === 0) return [];
    throw new Error('this store cannot change the holds of snapshots');
  }

  protected ledger(write: SnapshotWrite): readonly Part[] {
    if (ledgerOfSnapshot(write).length === 0) return [];
    throw new Error('this store cannot end usage intervals');
  }
}

/** Snapshots with the counts of their owners, for deletions. */
export class DynamoCountedSnapshots<
  Granted extends Tables<'snapshots' | 'owners'> = Tables<'snapshots' | 'owners'>,
> extends DynamoSnapshotWriter<Granted> {
  protected override counted(ownerId: string, change: number, limit?: number): Part {
    return countOfSnapshots(this.tables.owners, ownerId, change, limit);
  }
}

/** Snapshots with counts and usage, for the worker. */
export class DynamoSnapshotStore extends DynamoCountedSnapshots<
  Tables<'snapshots' | 'owners' | 'usage' | 'usageSums'>
> {
  protected override shares(write: SnapshotWrite): readonly Part[] {
    const { owner_id: ownerId, of_snapshot_id: rootId } = write.next;
    const change = shareChange(write);
    if (rootId === null || change === 0) return [];
    return [sharePart(this.tables.snapshots, ownerId, rootId, change, this.now())];
  }

  protected override ledger(write: SnapshotWrite): readonly Part[] {
    const ended = ledgerOfSnapshot(write);
    const puts = ended.map((row) => certain({ Put: { TableName: this.tables.usage, Item: usageItem(row) } }));
    return [...puts, ...lateEntryParts(this.tables.usageSums, ended, this.now())];
  }
}

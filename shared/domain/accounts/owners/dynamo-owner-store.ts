import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { limitAttributes, limitNames, ownerRowLimits, type SomeLimits } from '../../../contract/shapes/limits.ts';
import { absent, unchangedFromAny, updateOf, when } from '../../../platform/aws/expressions.ts';
import { getItem } from '../../../platform/aws/get-item.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import { certain, type Part, transact } from '../../../platform/aws/transact.ts';
import { timestamp } from '../../../platform/clock.ts';
import { AppError, PreconditionFailedError, type Revisions } from '../../../platform/errors.ts';
import type { Page } from '../../../platform/paging.ts';
import type { Tables } from '../../../rights/statement.ts';
import { type OwnerRecord, ownerRecordOf } from './owner-record.ts';

/** Owners and their limits in DynamoDB. */
export class DynamoOwnerStore extends TableStore<Tables<'owners'>> {
  async find(ownerId: string): Promise<OwnerRecord | undefined> {
    const item = await getItem(this.documents, this.tables.owners, { owner_id: ownerId });
    return item && ownerRecordOf(item);
  }

  /** In no particular order. */
  async list(after: string | null, most: number): Promise<Page<OwnerRecord>> {
    const { Items = [], LastEvaluatedKey } = await this.documents.send(
      new ScanCommand({
        TableName: this.tables.owners,
        Limit: most,
        ...(after === null ? {} : { ExclusiveStartKey: { owner_id: after } }),
      }),
    );
    const next = LastEvaluatedKey ? String(LastEvaluatedKey.owner_id) : null;
    return { items: Items.map(ownerRecordOf), next };
  }

  /** @throws AppError `conflict` when the owner exists */
  async add(ownerId: string, limits: SomeLimits, by: string, now: Date, around: readonly Part[]): Promise<void> {
    const Item = { owner_id: ownerId, created_at: timestamp(now), created_by: by, ...ownerRowLimits(limits) };
    const item = { Put: { TableName: this.tables.owners, Item, ...when(absent('owner_id')) } };
    await transact(this.documents, [...around, { item, lost: () => ownerExists(ownerId) }]);
  }

  /**
   * Changes limits of an owner, and creates the owner's row if needed. Null removes a limit; absent ones stay.
   *
   * @throws PreconditionFailedError when the limits have another revision
   */
  async setLimits(
    ownerId: string,
    limits: SomeLimits,
    around: readonly Part[],
    { by, now, revisions }: { readonly by: string; readonly now: Date; readonly revisions?: Revisions },
  ): Promise<void> {
    const named = limitNames.filter((name) => limits[name] !== undefined);
    if (named.length === 0) return;
    const removed = named.filter((name) => limits[name] === null);
    const change = updateOf({
      set: ownerRowLimits(limits),
      setOnce: onRecord(by, now),
      remove: removed.map((name) => limitAttributes[name]),
      add: { limits_revision: 1 },
      when: revisions && unchangedFromAny('limits_revision', revisions),
    });
    const Update = { TableName: this.tables.owners, Key: { owner_id: ownerId }, ...change };
    await transact(this.documents, [...around, { item: { Update }, lost: () => new PreconditionFailedError('owner') }]);
  }

  /** Part of a transaction that creates the owner's row if it is missing. */
  registered(ownerId: string, by: string, now: Date): Part {
    const change = updateOf({ setOnce: onRecord(by, now) });
    return certain({ Update: { TableName: this.tables.owners, Key: { owner_id: ownerId }, ...change } });
  }
}

/** Attributes that only the first write for an owner sets. */
function onRecord(by: string, now: Date) {
  return { created_at: timestamp(now), created_by: by };
}

export function ownerExists(ownerId: string): AppError {
  return new AppError('conflict', `Owner ${ownerId} already exists.`);
}

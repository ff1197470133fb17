import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { limitAttributes, limitNames, ownerRowLimits, type SomeLimits } from '../../../contract/shapes/limits.ts';
import type { DeletedRecords } from '../../../contract/shapes/owner-state.ts';
import { absent, all, any, is, unchangedFromAny, updateOf, when } from '../../../platform/aws/expressions.ts';
import { getItem } from '../../../platform/aws/get-item.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import { type Part, transact } from '../../../platform/aws/transact.ts';
import { epochSeconds, timestamp } from '../../../platform/clock.ts';
import { AppError, PreconditionFailedError, type Revisions, VersionConflictError } from '../../../platform/errors.ts';
import type { Page } from '../../../platform/paging.ts';
import type { Tables } from '../../../rights/statement.ts';
import { type OwnerRecord, ownerRecordOf } from './owner-record.ts';

/** What administrators change of an owner. Null ends the suspension; undefined leaves it. */
export interface OwnerWrite {
  readonly limits: SomeLimits;
  readonly suspension?: OwnerRecord['suspension'] | undefined;
}

const SUSPENSION = ['suspended_at', 'suspended_by', 'suspend_reason'] as const;

/** Owners and their limits in DynamoDB. */
export class DynamoOwnerStore extends TableStore<Tables<'owners'>> {
  async find(ownerId: string): Promise<OwnerRecord | undefined> {
    const item = await getItem(this.documents, this.tables.owners, { owner_id: ownerId });
    return item && !isPurged(item, this.now()) ? ownerRecordOf(item) : undefined;
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
    return { items: Items.filter((item) => !isPurged(item, this.now())).map(ownerRecordOf), next };
  }

  /** @throws AppError `conflict` when the owner exists */
  async add(ownerId: string, limits: SomeLimits, by: string, now: Date, around: readonly Part[]): Promise<void> {
    const Item = { owner_id: ownerId, created_at: timestamp(now), created_by: by, ...ownerRowLimits(limits) };
    const item = { Put: { TableName: this.tables.owners, Item, ...when(isFree(now)) } };
    await transact(this.documents, [...around, { item, lost: () => ownerExists(ownerId) }]);
  }

  /**
   * Changes limits and the suspension of an owner, and creates the owner's row if needed. Null removes a limit; absent
   * ones stay.
   *
   * @throws PreconditionFailedError when the owner has another revision or is being deleted
   */
  async change(
    ownerId: string,
    { limits, suspension }: OwnerWrite,
    around: readonly Part[],
    { by, now, revisions }: { readonly by: string; readonly now: Date; readonly revisions?: Revisions },
  ): Promise<void> {
    const named = limitNames.filter((name) => limits[name] !== undefined);
    if (named.length === 0 && suspension === undefined) return;
    const removed = named.filter((name) => limits[name] === null);
    const change = updateOf({
      set: { ...ownerRowLimits(limits), ...suspensionAttributes(suspension) },
      setOnce: onRecord(by, now),
      remove: [...removed.map((name) => limitAttributes[name]), ...removedOf(suspension)],
      add: { limits_revision: 1 },
      when: all(absent('deleting_at'), ...(revisions ? [unchangedFromAny('limits_revision', revisions)] : [])),
    });
    const Update = { TableName: this.tables.owners, Key: { owner_id: ownerId }, ...change };
    await transact(this.documents, [...around, { item: { Update }, lost: () => new PreconditionFailedError('owner') }]);
  }

  /**
   * Refuses starts, and orders the worker to delete everything of the owner. An owner whose records were kept can be
   * marked again to delete these.
   *
   * @throws VersionConflictError when another request did so in between
   */
  async markForDeletion(
    ownerId: string,
    records: DeletedRecords,
    around: readonly Part[],
    { by, now }: { readonly by: string; readonly now: Date },
  ): Promise<void> {
    const isNew = absent('deleting_at');
    const change = updateOf({
      set: { delete_records: records },
      setOnce: {
        ...onRecord(by, now),
        ...{ suspended_at: timestamp(now), suspended_by: by },
        ...{ deleting_at: timestamp(now), deleted_by: by },
      },
      remove: ['deleted_at', 'purge_at'],
      add: { limits_revision: 1 },
      when: records === 'keep' ? isNew : any(isNew, is('delete_records', '=', 'keep')),
    });
    const Update = { TableName: this.tables.owners, Key: { owner_id: ownerId }, ...change };
    await transact(this.documents, [
      ...around,
      { item: { Update }, lost: () => new VersionConflictError('owner', ownerId) },
    ]);
  }

  /** Part of a transaction that creates the owner's row if it is missing. Fails for an owner that is being deleted. */
  registered(ownerId: string, by: string, now: Date): Part {
    const change = updateOf({ setOnce: onRecord(by, now), when: absent('deleting_at') });
    const item = { Update: { TableName: this.tables.owners, Key: { owner_id: ownerId }, ...change } };
    return { item, lost: () => ownerDeleted(ownerId) };
  }
}

function suspensionAttributes(suspension: OwnerWrite['suspension']) {
  if (!suspension) return {};
  const { at, by, reason } = suspension;
  return { suspended_at: at, suspended_by: by ?? undefined, suspend_reason: reason ?? undefined };
}

/** Nothing of an ended suspension stays, and no reason of the one before. */
function removedOf(suspension: OwnerWrite['suspension']): readonly string[] {
  if (suspension === undefined) return [];
  if (suspension === null) return SUSPENSION;
  return suspension.reason === null ? ['suspend_reason'] : [];
}

/** The receipt of a deletion that is over, which DynamoDB has not removed yet. */
function isPurged({ purge_at: at }: Readonly<Record<string, unknown>>, now: Date): boolean {
  return typeof at === 'number' && at <= epochSeconds(now);
}

function isFree(now: Date) {
  return any(absent('owner_id'), is('purge_at', '<=', epochSeconds(now)));
}

/** Attributes that only the first write for an owner sets. */
function onRecord(by: string, now: Date) {
  return { created_at: timestamp(now), created_by: by };
}

export function ownerExists(ownerId: string): AppError {
  return new AppError('conflict', `Owner ${ownerId} already exists, or was deleted and its receipt is kept.`);
}

export function ownerDeleted(ownerId: string): AppError {
  return new AppError('conflict', `Owner ${ownerId} is being deleted, or was deleted. Use another id.`);
}

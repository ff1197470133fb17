import { type DynamoDBDocumentClient, GetCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { type Part, transactParts } from '../aws/transact.ts';
import { timestamp } from '../clock.ts';
import { AppError, NotFoundError } from '../errors.ts';
import { type LimitName, limitNames } from '../keys/limit-names.ts';
import type { Page } from '../paging/page.ts';
import { limitAttributes, OwnerRecord } from './owner-record.ts';

/** Limits as they are asked for: null removes one, and what is not named stays. */
export type LimitChanges = Readonly<Partial<Record<LimitName, number | null | undefined>>>;

/** Leaves alone who is on record already. */
const onRecord = 'created_at = if_not_exists(created_at, :now), created_by = if_not_exists(created_by, :by)';

/** Owners and their limits in DynamoDB. */
export class DynamoOwnerStore {
  private readonly documents: DynamoDBDocumentClient;
  private readonly table: string;

  constructor(documents: DynamoDBDocumentClient, table: string) {
    this.documents = documents;
    this.table = table;
  }

  async find(ownerId: string): Promise<OwnerRecord | undefined> {
    const { Item } = await this.documents.send(
      new GetCommand({ TableName: this.table, Key: { owner_id: ownerId }, ConsistentRead: true }),
    );
    return Item && OwnerRecord.parse(Item);
  }

  /** In the order of the table, which is none. */
  async list(after: string | null, most: number): Promise<Page<OwnerRecord>> {
    const { Items = [], LastEvaluatedKey } = await this.documents.send(
      new ScanCommand({
        TableName: this.table,
        Limit: most,
        ...(after === null ? {} : { ExclusiveStartKey: { owner_id: after } }),
      }),
    );
    const next = LastEvaluatedKey ? String(LastEvaluatedKey.owner_id) : null;
    return { items: Items.map((item) => OwnerRecord.parse(item)), next };
  }

  /** @throws AppError `conflict` when the owner is there already. */
  async add(ownerId: string, limits: LimitChanges, by: string, now: Date, around: readonly Part[]): Promise<void> {
    const Item = { owner_id: ownerId, created_at: timestamp(now), created_by: by, ...attributesOf(limits) };
    const item = { Put: { TableName: this.table, Item, ConditionExpression: 'attribute_not_exists(owner_id)' } };
    await transactParts(this.documents, [...around, { item, lost: () => ownerExists(ownerId) }]);
  }

  /** Changes limits of an owner, who is on record from then on. */
  async setLimits(
    ownerId: string,
    limits: LimitChanges,
    around: readonly Part[],
    { by, now }: { readonly by: string; readonly now: Date },
  ): Promise<void> {
    const named = limitNames.filter((name) => limits[name] !== undefined);
    const kept = named.filter((name) => limits[name] !== null);
    const removed = named.filter((name) => limits[name] === null);
    const item = {
      Update: {
        TableName: this.table,
        Key: { owner_id: ownerId },
        UpdateExpression: [
          `SET ${[onRecord, ...kept.map((name) => `${limitAttributes[name]} = :${name}`)].join(', ')}`,
          ...(removed.length === 0 ? [] : [`REMOVE ${removed.map((name) => limitAttributes[name]).join(', ')}`]),
        ].join(' '),
        ExpressionAttributeValues: {
          ':now': timestamp(now),
          ':by': by,
          ...Object.fromEntries(kept.map((name) => [`:${name}`, limits[name]])),
        },
      },
    };
    if (named.length === 0) return;
    await transactParts(this.documents, [...around, { item, lost: () => new NotFoundError('owner', ownerId) }]);
  }

  /** Part of a transaction that puts an owner on record who is not yet. */
  registered(ownerId: string, by: string, now: Date): Part {
    const item = {
      Update: {
        TableName: this.table,
        Key: { owner_id: ownerId },
        UpdateExpression: `SET ${onRecord}`,
        ExpressionAttributeValues: { ':now': timestamp(now), ':by': by },
      },
    };
    return { item, lost: () => new NotFoundError('owner', ownerId) };
  }
}

export function ownerExists(ownerId: string): AppError {
  return new AppError('conflict', `there is an owner ${ownerId} already`);
}

function attributesOf(limits: LimitChanges): Readonly<Record<string, number>> {
  return Object.fromEntries(
    limitNames.flatMap((name) => {
      const limit = limits[name];
      return limit === null || limit === undefined ? [] : [[limitAttributes[name], limit]];
    }),
  );
}

import {
  type DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  type QueryCommandInput,
  ScanCommand,
  type ScanCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { isConditionFailure } from '../aws/condition-failure.ts';
import { type Part, transactParts } from '../aws/transact.ts';
import { timestamp } from '../clock.ts';
import { AppError, NotFoundError, VersionConflictError } from '../errors.ts';
import { isUsable, type KeyRecord, keyRecordOf, keyRow } from './key-record.ts';

/** API keys in DynamoDB. Changes are written together with `around`, what else has to be true then: none is there without the other. */
export class DynamoKeyStore {
  private readonly documents: DynamoDBDocumentClient;
  private readonly table: string;

  constructor(documents: DynamoDBDocumentClient, table: string) {
    this.documents = documents;
    this.table = table;
  }

  /** Reads what is stored now: a revoked key must not work for a moment longer. */
  async find(keyId: string): Promise<KeyRecord | undefined> {
    const { Item } = await this.documents.send(
      new GetCommand({ TableName: this.table, Key: { key_id: keyId }, ConsistentRead: true }),
    );
    return Item && keyRecordOf(Item);
  }

  /** A key of this owner that is not revoked. @throws NotFoundError: an unknown key, one of somebody else and a revoked one are one answer. */
  async findOwn(ownerId: string, keyId: string): Promise<KeyRecord> {
    const record = await this.find(keyId);
    if (record?.owner_id !== ownerId || record.revoked_at !== null) throw new NotFoundError('API key', keyId);
    return record;
  }

  /** The keys of an owner that are not revoked, newest first, at most so many. The index may be a moment late. */
  async ofOwner(ownerId: string, most: number): Promise<readonly KeyRecord[]> {
    const records: KeyRecord[] = [];
    let ExclusiveStartKey: QueryCommandInput['ExclusiveStartKey'];
    do {
      const { Items = [], LastEvaluatedKey } = await this.documents.send(
        new QueryCommand({ ...this.unrevokedOf(ownerId), ScanIndexForward: false, ExclusiveStartKey }),
      );
      records.push(...Items.map(keyRecordOf));
      ExclusiveStartKey = LastEvaluatedKey;
    } while (ExclusiveStartKey && records.length < most);
    return records.slice(0, most);
  }

  /** Whether an owner has this many keys that work, or will. */
  async hasAsMany(ownerId: string, count: number, now: Date): Promise<boolean> {
    const records = await this.ofOwner(ownerId, 2 * count);
    const end = now.getTime() / 1000;
    return records.filter(({ expires_at: expiry }) => expiry === null || expiry > end).length >= count;
  }

  /** @throws VersionConflictError when the id is taken. */
  async add(record: KeyRecord, around: readonly Part[] = []): Promise<void> {
    await transactParts(this.documents, [...around, this.added(record)]);
  }

  /** @throws NotFoundError. Revoking twice keeps the first time, and the second one finds nothing. */
  async revoke(keyId: string, now: Date, around: readonly Part[] = []): Promise<void> {
    const item = {
      Update: {
        TableName: this.table,
        Key: { key_id: keyId },
        UpdateExpression: 'SET revoked_at = :now',
        ConditionExpression: 'attribute_exists(key_id) AND revoked_at = :never',
        ExpressionAttributeValues: { ':now': timestamp(now), ':never': null },
      },
    };
    await transactParts(this.documents, [...around, { item, lost: () => new NotFoundError('API key', keyId) }]);
  }

  /**
   * Puts a key in the place of another one, which works until `endsAt` (in seconds since 1970).
   *
   * @throws AppError `conflict` when the old key was rotated or revoked meanwhile.
   */
  async rotate(old: KeyRecord, endsAt: number, successor: KeyRecord, around: readonly Part[] = []): Promise<void> {
    const item = {
      Update: {
        TableName: this.table,
        Key: { key_id: old.key_id },
        UpdateExpression: 'SET rotated_to = :successor, expires_at = :end',
        ConditionExpression: 'attribute_exists(key_id) AND revoked_at = :never AND attribute_not_exists(rotated_to)',
        ExpressionAttributeValues: { ':successor': successor.key_id, ':end': endsAt, ':never': null },
      },
    };
    const lost = () => alreadyRotated(old.key_id);
    await transactParts(this.documents, [...around, { item, lost }, this.added(successor)]);
  }

  /** Part of a transaction that happens only while this key is not revoked: nothing comes of a key after its end. */
  stillThere({ key_id }: KeyRecord): Part {
    const item = {
      ConditionCheck: {
        TableName: this.table,
        Key: { key_id },
        ConditionExpression: 'attribute_exists(key_id) AND revoked_at = :never',
        ExpressionAttributeValues: { ':never': null },
      },
    };
    return { item, lost: () => new AppError('unauthenticated', 'the API key of this request was revoked') };
  }

  /** Notes that a key was used, unless it is noted since `before`. */
  async noteUse(keyId: string, now: Date, before: Date): Promise<void> {
    const command = new UpdateCommand({
      TableName: this.table,
      Key: { key_id: keyId },
      UpdateExpression: 'SET last_used_at = :now',
      ConditionExpression:
        'attribute_exists(key_id) AND (attribute_not_exists(last_used_at) OR last_used_at < :before)',
      ExpressionAttributeValues: { ':now': timestamp(now), ':before': timestamp(before) },
    });
    await this.documents.send(command).catch((error: unknown) => {
      // Somebody else noted it, or the key is gone.
      if (!isConditionFailure(error)) throw error;
    });
  }

  /** Every key, of one owner or of all, oldest first, revoked ones too. For operators: it reads the whole table. */
  async list(ownerId?: string): Promise<readonly KeyRecord[]> {
    const records: KeyRecord[] = [];
    let ExclusiveStartKey: ScanCommandInput['ExclusiveStartKey'];
    do {
      const { Items = [], LastEvaluatedKey } = await this.documents.send(
        new ScanCommand({ TableName: this.table, ExclusiveStartKey }),
      );
      records.push(...Items.map(keyRecordOf));
      ExclusiveStartKey = LastEvaluatedKey;
    } while (ExclusiveStartKey);
    return records
      .filter((record) => ownerId === undefined || record.owner_id === ownerId)
      .toSorted((a, b) => a.created_at.localeCompare(b.created_at));
  }

  /** A new key as part of a transaction. */
  added(record: KeyRecord): Part {
    const item = {
      Put: { TableName: this.table, Item: keyRow(record), ConditionExpression: 'attribute_not_exists(key_id)' },
    };
    return { item, lost: () => new VersionConflictError('API key', record.key_id) };
  }

  private unrevokedOf(ownerId: string): QueryCommandInput {
    return {
      TableName: this.table,
      IndexName: 'created_at_index',
      KeyConditionExpression: 'owner_id = :owner',
      FilterExpression: 'revoked_at = :never',
      ExpressionAttributeValues: { ':owner': ownerId, ':never': null },
    };
  }
}

/** The one answer to whoever rotates a key that has a successor. */
export function alreadyRotated(keyId: string): AppError {
  return new AppError('conflict', `API key ${keyId} was rotated or revoked already; rotate its successor instead`);
}

/** The key by which a caller calls, as it stands now. @throws AppError `unauthenticated` when it stopped working since the request began. */
export async function callingKey(keyId: string, keys: Pick<DynamoKeyStore, 'find'>, now: Date): Promise<KeyRecord> {
  const record = await keys.find(keyId);
  if (!record || !isUsable(record, now)) {
    throw new AppError('unauthenticated', 'the API key of this request works no more');
  }
  return record;
}

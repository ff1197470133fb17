import { type QueryCommandInput, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { ifConditionHolds } from '../../../platform/aws/conditional-write.ts';
import { absent, all, any, exists, is, updateOf, when } from '../../../platform/aws/expressions.ts';
import { getItem } from '../../../platform/aws/get-item.ts';
import { allRows, queryPages, scanPages } from '../../../platform/aws/pages.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import { type Part, transact } from '../../../platform/aws/transact.ts';
import { timestamp } from '../../../platform/clock.ts';
import { AppError, NotFoundError, VersionConflictError } from '../../../platform/errors.ts';
import type { Tables } from '../../../rights/statement.ts';
import { isUsable, type KeyRecord, keyRecordOf, keyRow } from './key-record.ts';

const isUnrevoked = all(exists('key_id'), is('revoked_at', '=', null));

/** API keys in DynamoDB. `around` has more parts for the transaction of a change. */
export class DynamoKeyStore extends TableStore<Tables<'apiKeys'>> {
  /** Reads consistently, so that a revocation takes effect immediately. */
  async find(keyId: string): Promise<KeyRecord | undefined> {
    const item = await getItem(this.documents, this.tables.apiKeys, { key_id: keyId });
    return item && keyRecordOf(item);
  }

  /** A key that is not revoked. @throws NotFoundError for an unknown or revoked key, or that of another owner */
  async findOwn(ownerId: string, keyId: string): Promise<KeyRecord> {
    const record = await this.find(keyId);
    if (record?.owner_id !== ownerId || record.revoked_at !== null) throw new NotFoundError('API key', keyId);
    return record;
  }

  /** An owner's keys that are not revoked, newest first. The index can be slightly out of date. */
  async ofOwner(ownerId: string, most: number): Promise<readonly KeyRecord[]> {
    const records: KeyRecord[] = [];
    for await (const page of queryPages(this.documents, { ...this.#unrevokedOf(ownerId), ScanIndexForward: false })) {
      records.push(...page.map(keyRecordOf));
      if (records.length >= most) break;
    }
    return records.slice(0, most);
  }

  /** Whether an owner has at least this number of keys that are valid now or later. */
  async hasAtLeast(ownerId: string, count: number, now: Date): Promise<boolean> {
    const records = await this.ofOwner(ownerId, 2 * count);
    const end = now.getTime() / 1000;
    return records.filter(({ expires_at: expiry }) => expiry === null || expiry > end).length >= count;
  }

  /** @throws VersionConflictError when the id is taken */
  async add(record: KeyRecord, around: readonly Part[] = []): Promise<void> {
    await transact(this.documents, [...around, this.added(record)]);
  }

  /** @throws NotFoundError also for a revoked key */
  async revoke(keyId: string, now: Date, around: readonly Part[] = []): Promise<void> {
    const item = {
      Update: {
        TableName: this.tables.apiKeys,
        Key: { key_id: keyId },
        ...updateOf({ set: { revoked_at: timestamp(now) }, when: isUnrevoked }),
      },
    };
    await transact(this.documents, [...around, { item, lost: () => new NotFoundError('API key', keyId) }]);
  }

  /** Adds the successor of a key, which ends at `endsAt` (seconds since 1970). @throws AppError `conflict` */
  async rotate(old: KeyRecord, endsAt: number, successor: KeyRecord, around: readonly Part[] = []): Promise<void> {
    const item = {
      Update: {
        TableName: this.tables.apiKeys,
        Key: { key_id: old.key_id },
        ...updateOf({
          set: { rotated_to: successor.key_id, expires_at: endsAt },
          when: all(isUnrevoked, absent('rotated_to')),
        }),
      },
    };
    const lost = () => alreadyRotated(old.key_id);
    await transact(this.documents, [...around, { item, lost }, this.added(successor)]);
  }

  /** Part of a transaction that fails once this key is revoked. */
  unlessRevoked({ key_id }: Pick<KeyRecord, 'key_id'>): Part {
    const item = { ConditionCheck: { TableName: this.tables.apiKeys, Key: { key_id }, ...when(isUnrevoked) } };
    return { item, lost: () => new AppError('unauthenticated', 'This API key was revoked. Use another one.') };
  }

  /** Records the use of a key, unless a use after `before` is recorded. */
  async noteUse(keyId: string, now: Date, before: Date): Promise<void> {
    const command = new UpdateCommand({
      TableName: this.tables.apiKeys,
      Key: { key_id: keyId },
      ...updateOf({
        set: { last_used_at: timestamp(now) },
        when: all(exists('key_id'), any(absent('last_used_at'), is('last_used_at', '<', timestamp(before)))),
      }),
    });
    // Otherwise another request recorded a use, or the key no longer exists.
    await ifConditionHolds(this.documents.send(command));
  }

  /** All keys of one or all owners, oldest first, including revoked ones. For operators: it reads the whole table. */
  async list(ownerId?: string): Promise<readonly KeyRecord[]> {
    const records = await allRows(scanPages(this.documents, { TableName: this.tables.apiKeys }), keyRecordOf);
    return records
      .filter((record) => ownerId === undefined || record.owner_id === ownerId)
      .toSorted((a, b) => a.created_at.localeCompare(b.created_at));
  }

  /** A new key as part of a transaction. */
  added(record: KeyRecord): Part {
    const item = { Put: { TableName: this.tables.apiKeys, Item: keyRow(record), ...when(absent('key_id')) } };
    return { item, lost: () => new VersionConflictError('API key', record.key_id) };
  }

  #unrevokedOf(ownerId: string): QueryCommandInput {
    return {
      TableName: this.tables.apiKeys,
      IndexName: 'created_at_index',
      KeyConditionExpression: 'owner_id = :owner',
      FilterExpression: 'revoked_at = :never',
      ExpressionAttributeValues: { ':owner': ownerId, ':never': null },
    };
  }
}

/** The error for the rotation of a key that has a successor. */
export function alreadyRotated(keyId: string): AppError {
  return new AppError('conflict', `API key ${keyId} was already rotated or revoked. Rotate its successor instead.`);
}

/** Reads the calling key again. @throws AppError `unauthenticated` when it is no longer valid */
export async function callingKey(keyId: string, keys: Pick<DynamoKeyStore, 'find'>, now: Date): Promise<KeyRecord> {
  const record = await keys.find(keyId);
  if (!record || !isUsable(record, now)) {
    throw new AppError('unauthenticated', 'This API key is no longer valid.');
  }
  return record;
}

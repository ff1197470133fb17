import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  ScanCommand,
  type ScanCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { isConditionFailure } from '../aws/condition-failure.ts';
import { timestamp } from '../clock.ts';
import { NotFoundError } from '../errors.ts';
import { KeyRecord, keyRow } from './key-record.ts';

/** API keys in DynamoDB. Only the authorizer and the operator's command reach this table. */
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
    return Item && KeyRecord.parse({ expires_at: null, ...Item });
  }

  async add(record: KeyRecord): Promise<void> {
    const Item = keyRow(record);
    await this.documents.send(
      new PutCommand({ TableName: this.table, Item, ConditionExpression: 'attribute_not_exists(key_id)' }),
    );
  }

  /** @throws NotFoundError. Revoking twice keeps the first time. */
  async revoke(keyId: string, now: Date): Promise<void> {
    const command = new UpdateCommand({
      TableName: this.table,
      Key: { key_id: keyId },
      UpdateExpression: 'SET revoked_at = :now',
      ConditionExpression: 'attribute_exists(key_id) AND revoked_at = :never',
      ExpressionAttributeValues: { ':now': timestamp(now), ':never': null },
    });
    try {
      await this.documents.send(command);
    } catch (error) {
      if (!isConditionFailure(error)) throw error;
      if (!(await this.find(keyId))) throw new NotFoundError('API key', keyId);
    }
  }

  /** Every key, of one owner or of all, oldest first. For operators: it reads the whole table. */
  async list(ownerId?: string): Promise<readonly KeyRecord[]> {
    const records: KeyRecord[] = [];
    let ExclusiveStartKey: ScanCommandInput['ExclusiveStartKey'];
    do {
      const { Items = [], LastEvaluatedKey } = await this.documents.send(
        new ScanCommand({ TableName: this.table, ExclusiveStartKey }),
      );
      records.push(...Items.map((item) => KeyRecord.parse({ expires_at: null, ...item })));
      ExclusiveStartKey = LastEvaluatedKey;
    } while (ExclusiveStartKey);
    return records
      .filter((record) => ownerId === undefined || record.owner_id === ownerId)
      .toSorted((a, b) => a.created_at.localeCompare(b.created_at));
  }
}

import { type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { isConditionFailure } from '../aws/condition-failure.ts';
import { VersionConflictError } from '../errors.ts';
import { OwnerSettings } from './owner-settings.ts';
import type { SettingsStore } from './settings-store.ts';

/** Settings are kept as JSON text: they may hold what an attribute may not, such as an empty name or a number with many digits. */
const Row = z.object({ owner_id: z.string(), version: z.int(), updated_at: z.string(), document: z.string() });

export class DynamoSettingsStore implements SettingsStore {
  private readonly documents: DynamoDBDocumentClient;
  private readonly table: string;

  constructor(documents: DynamoDBDocumentClient, table: string) {
    this.documents = documents;
    this.table = table;
  }

  async find(ownerId: string): Promise<OwnerSettings | undefined> {
    const { Item } = await this.documents.send(
      new GetCommand({ TableName: this.table, Key: { owner_id: ownerId }, ConsistentRead: true }),
    );
    if (!Item) return undefined;
    const { document, ...row } = Row.parse(Item);
    return OwnerSettings.parse({ ...JSON.parse(document), ...row });
  }

  async save({ owner_id, version, updated_at, ...rest }: OwnerSettings): Promise<void> {
    const command = new PutCommand({
      TableName: this.table,
      Item: { owner_id, version, updated_at, document: JSON.stringify(rest) },
      ConditionExpression: version === 1 ? 'attribute_not_exists(owner_id)' : 'version = :before',
      ...(version === 1 ? {} : { ExpressionAttributeValues: { ':before': version - 1 } }),
    });
    try {
      await this.documents.send(command);
    } catch (error) {
      if (isConditionFailure(error)) throw new VersionConflictError('settings', `of ${owner_id}`);
      throw error;
    }
  }
}

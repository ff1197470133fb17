import { type DynamoDBDocumentClient, GetCommand, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { type TransactItem, transact } from '../aws/transact.ts';
import { VersionConflictError } from '../errors.ts';
import { CustomSecret, GitProviderToken } from './secret-record.ts';
import { type OwnerSecrets, SecretExistsError, type SecretStore, TooManySecretsError } from './secret-store.ts';

/** How many custom secrets an owner has, in a row of its own beside them. */
const COUNT_KEY = '#custom';

const customKey = (name: string) => `custom/${name}`;
const gitKey = (provider: string) => `git/${provider}`;

/** One row for each secret, under its owner. */
export class DynamoSecretStore implements SecretStore {
  private readonly documents: DynamoDBDocumentClient;
  private readonly table: string;

  constructor(documents: DynamoDBDocumentClient, table: string) {
    this.documents = documents;
    this.table = table;
  }

  async all(ownerId: string): Promise<OwnerSecrets> {
    const rows = await this.query(ownerId, '');
    const of = (prefix: string) => rows.filter(({ secret_key: key }) => String(key).startsWith(prefix));
    return {
      custom: of(customKey('')).map((row) => CustomSecret.parse(row)),
      git: of(gitKey('')).map((row) => GitProviderToken.parse(row)),
    };
  }

  async listGit(ownerId: string): Promise<readonly GitProviderToken[]> {
    return (await this.query(ownerId, gitKey(''))).map((row) => GitProviderToken.parse(row));
  }

  async findCustom(ownerId: string, name: string): Promise<CustomSecret | undefined> {
    const row = await this.read(ownerId, customKey(name));
    return row && CustomSecret.parse(row);
  }

  async findGit(ownerId: string, provider: GitProviderToken['provider']): Promise<GitProviderToken | undefined> {
    const row = await this.read(ownerId, gitKey(provider));
    return row && GitProviderToken.parse(row);
  }

  async saveCustom(secret: CustomSecret, limit: number): Promise<void> {
    const isNew = secret.version === 1;
    const items = [this.put(customKey(secret.name), secret), ...(isNew ? [this.countUp(secret.owner_id, limit)] : [])];
    await transact(this.documents, items, (index) => {
      throw index === 0 ? new VersionConflictError('secret', secret.name) : new TooManySecretsError(limit);
    });
  }

  async rename(previous: CustomSecret, next: CustomSecret): Promise<void> {
    const first = { ...next, version: 1 };
    const items = [this.remove(customKey(previous.name), previous), this.put(customKey(next.name), first)];
    await transact(this.documents, items, (index) => {
      throw index === 0 ? new VersionConflictError('secret', previous.name) : new SecretExistsError(next.name);
    });
  }

  async removeCustom(secret: CustomSecret): Promise<void> {
    const items = [this.remove(customKey(secret.name), secret), this.countDown(secret.owner_id)];
    await transact(this.documents, items, () => {
      throw new VersionConflictError('secret', secret.name);
    });
  }

  saveGit(tokens: readonly GitProviderToken[]): Promise<void> {
    return this.changeGit(tokens.map((token) => this.put(gitKey(token.provider), token)));
  }

  removeGit(tokens: readonly GitProviderToken[]): Promise<void> {
    return this.changeGit(tokens.map((token) => this.remove(gitKey(token.provider), token)));
  }

  private async changeGit(items: TransactItem[]): Promise<void> {
    if (items.length === 0) return;
    await transact(this.documents, items, () => {
      throw new VersionConflictError('git provider token', 'of this owner');
    });
  }

  private async query(ownerId: string, prefix: string): Promise<Record<string, unknown>[]> {
    const rows: Record<string, unknown>[] = [];
    let ExclusiveStartKey: QueryCommandInput['ExclusiveStartKey'];
    do {
      const { Items = [], LastEvaluatedKey } = await this.documents.send(
        new QueryCommand({
          TableName: this.table,
          KeyConditionExpression: `owner_id = :owner${prefix ? ' AND begins_with(secret_key, :prefix)' : ''}`,
          ExpressionAttributeValues: { ':owner': ownerId, ...(prefix ? { ':prefix': prefix } : {}) },
          ConsistentRead: true,
          ExclusiveStartKey,
        }),
      );
      rows.push(...Items);
      ExclusiveStartKey = LastEvaluatedKey;
    } while (ExclusiveStartKey);
    return rows;
  }

  private async read(ownerId: string, secretKey: string): Promise<Record<string, unknown> | undefined> {
    const Key = { owner_id: ownerId, secret_key: secretKey };
    const { Item } = await this.documents.send(new GetCommand({ TableName: this.table, Key, ConsistentRead: true }));
    return Item;
  }

  /** Version 1 is new, any other follows the one before. */
  private put(secretKey: string, row: CustomSecret | GitProviderToken): TransactItem {
    const before =
      row.version === 1
        ? { ConditionExpression: 'attribute_not_exists(owner_id)' }
        : { ConditionExpression: 'version = :before', ExpressionAttributeValues: { ':before': row.version - 1 } };
    return { Put: { TableName: this.table, Item: { ...row, secret_key: secretKey }, ...before } };
  }

  private remove(secretKey: string, row: CustomSecret | GitProviderToken): TransactItem {
    return {
      Delete: {
        TableName: this.table,
        Key: { owner_id: row.owner_id, secret_key: secretKey },
        ConditionExpression: 'version = :version',
        ExpressionAttributeValues: { ':version': row.version },
      },
    };
  }

  private countUp(ownerId: string, limit: number): TransactItem {
    return this.count(ownerId, {
      ConditionExpression: 'attribute_not_exists(secret_count) OR secret_count < :limit',
      ExpressionAttributeValues: { ':difference': 1, ':limit': limit },
    });
  }

  private countDown(ownerId: string): TransactItem {
    return this.count(ownerId, { ExpressionAttributeValues: { ':difference': -1 } });
  }

  private count(
    ownerId: string,
    change: { ConditionExpression?: string; ExpressionAttributeValues: Record<string, number> },
  ): TransactItem {
    const Key = { owner_id: ownerId, secret_key: COUNT_KEY };
    return { Update: { TableName: this.table, Key, UpdateExpression: 'ADD secret_count :difference', ...change } };
  }
}

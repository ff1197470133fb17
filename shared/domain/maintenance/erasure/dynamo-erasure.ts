import { QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { absent, all, exists, updateOf, when } from '../../../platform/aws/expressions.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import { lostParts, type Part } from '../../../platform/aws/transact.ts';
import { VersionConflictError } from '../../../platform/errors.ts';
import type { Table, Tables } from '../../../rights/statement.ts';
import type { TableDefinition } from '../../../rights/table-definition.ts';
import { tables as definitions } from '../../../rights/tables.ts';
import { DELETED_COUNT } from '../../accounts/owners/owner-record.ts';
import { type ErasedTable, type OwnerRows, ownerRows, type PartitionedTable } from './owner-rows.ts';

type Row = Readonly<Record<string, unknown>>;

/** What one call has done. */
export interface Erased {
  readonly deleted: number;
  /** Whether no row is left. */
  readonly isDone: boolean;
}

/** Rows of one transaction. Rows can have 400 KB, and a transaction 4 MB. */
const CHUNK = 8;

/** Tables whose rows are small. */
const SMALL: readonly ErasedTable[] = ['apiCalls', 'audit', 'usage', 'webhookMessages', 'integratorEvents'];
const SMALL_CHUNK = 50;

/**
 * Deletes the rows of owners. Each transaction deletes some rows and adds their number to the owner's row: a crash
 * loses no count, and an owner that is not marked for deletion loses no row.
 */
export class DynamoErasure extends TableStore<Tables<ErasedTable | 'owners'>> {
  /** The rows of the owner, consistently, with these attributes. */
  async *rows(ownerId: string, name: PartitionedTable, attributes: readonly string[]): AsyncIterable<Row> {
    const table: Table<PartitionedTable> = this.tables[name];
    const query = partition(name, ownerId);
    let start: Row | undefined;
    do {
      const { Items = [], LastEvaluatedKey } = await this.documents.send(
        new QueryCommand({
          TableName: table,
          ...query,
          ProjectionExpression: attributes.map((_, index) => `#a${index}`).join(', '),
          ExpressionAttributeNames: {
            ...query.ExpressionAttributeNames,
            ...Object.fromEntries(attributes.map((attribute, index) => [`#a${index}`, attribute])),
          },
          ConsistentRead: true,
          ExclusiveStartKey: start,
        }),
      );
      yield* Items;
      start = LastEvaluatedKey;
    } while (start);
  }

  /** Deletes some rows of a table, and what is below them in other tables. */
  async erase(ownerId: string, name: ErasedTable, hasTime: () => boolean): Promise<Erased> {
    const rows = await this.#some(ownerId, name);
    if (rows.length === 0) return { deleted: 0, isDone: true };
    for (const row of rows) {
      for (const [child, keyOf] of below(name)) {
        const key = keyOf(ownerId, row);
        while (key !== undefined) {
          if (!hasTime()) return { deleted: 0, isDone: false };
          const children = await this.#under(child, key);
          if (children.length === 0) break;
          await this.#delete(ownerId, child, children);
        }
      }
    }
    return { deleted: await this.#delete(ownerId, name, rows), isDone: false };
  }

  #some(ownerId: string, name: ErasedTable): Promise<readonly Row[]> {
    switch (name) {
      case 'apiKeys':
        return this.#keys(ownerId);
      case 'members':
        return this.#members(ownerId);
      case 'uploads':
        return this.#uploads(ownerId);
      default:
        return this.#under(name, ownerId);
    }
  }

  async #keys(owner: string): Promise<readonly Row[]> {
    const { Items = [] } = await this.documents.send(
      new QueryCommand({ TableName: this.tables.apiKeys, IndexName: 'created_at_index', ...inIndex(owner) }),
    );
    return Items;
  }

  async #members(owner: string): Promise<readonly Row[]> {
    const { Items = [] } = await this.documents.send(
      new QueryCommand({ TableName: this.tables.members, IndexName: 'joined_index', ...inIndex(owner) }),
    );
    return Items;
  }

  async #under(name: PartitionedTable, key: string): Promise<readonly Row[]> {
    const table: Table<PartitionedTable> = this.tables[name];
    const { Items = [] } = await this.documents.send(
      new QueryCommand({ TableName: table, ...partition(name, key), ConsistentRead: true, Limit: chunkOf(name) }),
    );
    return Items;
  }

  /** Reads on until it has a chunk. */
  async #uploads(ownerId: string): Promise<readonly Row[]> {
    const found: Row[] = [];
    let start: Row | undefined;
    do {
      const { Items = [], LastEvaluatedKey } = await this.documents.send(
        new ScanCommand({
          TableName: this.tables.uploads,
          FilterExpression: 'begins_with(upload_key, :prefix)',
          ProjectionExpression: 'upload_key',
          ExpressionAttributeValues: { ':prefix': `${ownerId}/` },
          ConsistentRead: true,
          ExclusiveStartKey: start,
        }),
      );
      found.push(...Items);
      start = LastEvaluatedKey;
    } while (start && found.length < CHUNK);
    return found.slice(0, CHUNK);
  }

  /** @returns how many it deleted; 0 when another writer was faster */
  async #delete(ownerId: string, name: ErasedTable, rows: readonly Row[]): Promise<number> {
    const { partitionKey, sortKey }: TableDefinition = definitions[name];
    const lost = () => new VersionConflictError('rows of owner', ownerId);
    const table: Table<ErasedTable> = this.tables[name];
    const deletes = rows.map((row): Part => {
      const Key = { [partitionKey]: row[partitionKey], ...(sortKey === undefined ? {} : { [sortKey]: row[sortKey] }) };
      return { item: { Delete: { TableName: table, Key, ...when(exists(partitionKey)) } }, lost };
    });
    const rule: OwnerRows = ownerRows[name];
    const isCounted = rule.kind === 'own' ? rule.isCounted : undefined;
    const count = isCounted ? rows.filter(isCounted).length : rows.length;
    const Update = {
      TableName: this.tables.owners,
      Key: { owner_id: ownerId },
      ...updateOf({
        add: { [`${DELETED_COUNT}${countNames[name] ?? name}`]: count },
        when: all(exists('deleting_at'), absent('deleted_at')),
      }),
    };
    const failed = await lostParts(this.documents, [...deletes, { item: { Update }, lost }]);
    return failed.length === 0 ? rows.length : 0;
  }
}

function partition(name: PartitionedTable, key: string) {
  return {
    KeyConditionExpression: '#key = :key',
    ExpressionAttributeNames: { '#key': definitions[name].partitionKey },
    ExpressionAttributeValues: { ':key': key },
  };
}

function inIndex(owner: string) {
  return { KeyConditionExpression: 'owner_id = :owner', ExpressionAttributeValues: { ':owner': owner }, Limit: CHUNK };
}

function chunkOf(name: ErasedTable): number {
  return SMALL.includes(name) ? SMALL_CHUNK : CHUNK;
}

/** The tables with rows below those of a table, and their keys. */
function below(parent: ErasedTable) {
  return (Object.entries(ownerRows) as [PartitionedTable, OwnerRows][]).flatMap(([name, rule]) => {
    const keyOf = rule.kind === 'below' ? rule.keysOf[parent] : undefined;
    return keyOf ? [[name, keyOf] as const] : [];
  });
}

/** The names of counts on the receipt, where they are not the table's. */
const countNames: Readonly<Partial<Record<ErasedTable, string>>> = {
  apiKeys: 'api_keys',
  apiCalls: 'api_call_counts',
  sandboxSpecs: 'sandbox_specs',
  startTasks: 'start_tasks',
  pendingMessages: 'pending_messages',
  integratorEvents: 'integrator_events',
  webhookEndpoints: 'webhook_endpoints',
  webhookMessages: 'webhook_messages',
  idempotency: 'idempotency_keys',
  usageSums: 'usage_sums',
};

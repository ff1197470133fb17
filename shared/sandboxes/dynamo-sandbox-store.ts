import { type DynamoDBDocumentClient, GetCommand, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { batchGet } from '../aws/batch-get.ts';
import { queryPage } from '../aws/query-page.ts';
import { type TransactItem, transact } from '../aws/transact.ts';
import { VersionConflictError } from '../errors.ts';
import type { Page } from '../paging/page.ts';
import { isCounted, isWatched, Sandbox } from './sandbox.ts';
import { type SandboxChange, SandboxExistsError, SandboxLimitError, type SandboxStore } from './sandbox-store.ts';

/** The sparse index of what does not rest is spread over this many partitions. */
const WATCH_SHARDS = 8;

export interface SandboxTables {
  readonly sandboxes: string;
  readonly owners: string;
}

export class DynamoSandboxStore implements SandboxStore {
  private readonly documents: DynamoDBDocumentClient;
  private readonly tables: SandboxTables;

  constructor(documents: DynamoDBDocumentClient, tables: SandboxTables) {
    this.documents = documents;
    this.tables = tables;
  }

  async find(ownerId: string, sandboxId: string): Promise<Sandbox | undefined> {
    const { Item } = await this.documents.send(
      new GetCommand({ TableName: this.tables.sandboxes, Key: keyOf(ownerId, sandboxId), ConsistentRead: true }),
    );
    return Item && Sandbox.parse(Item);
  }

  async findMany(ownerId: string, sandboxIds: readonly string[]): Promise<readonly Sandbox[]> {
    const keys = [...new Set(sandboxIds)].map((id) => keyOf(ownerId, id));
    return (await batchGet(this.documents, this.tables.sandboxes, keys)).map((item) => Sandbox.parse(item));
  }

  list(ownerId: string, limit: number, after: string | null): Promise<Page<Sandbox>> {
    return queryPage(this.documents, {
      table: this.tables.sandboxes,
      index: 'created_at_index',
      key: { name: 'owner_id', value: ownerId },
      sort: { name: 'created_sort', of: createdSort },
      range: { newestFirst: true, after },
      filter: { expression: 'desired <> :deleted', values: { ':deleted': 'DELETED' } },
      limit,
      parse: (item) => Sandbox.parse(item),
    });
  }

  async listCounted(ownerId: string): Promise<readonly Sandbox[]> {
    const input: QueryCommandInput = {
      TableName: this.tables.sandboxes,
      KeyConditionExpression: 'owner_id = :owner',
      FilterExpression: 'desired = :running',
      ExpressionAttributeValues: { ':owner': ownerId, ':running': 'RUNNING' },
      ConsistentRead: true,
    };
    const counted: Sandbox[] = [];
    for await (const page of this.pages(input)) counted.push(...page);
    return counted.toSorted((a, b) => (createdSort(a) < createdSort(b) ? -1 : 1));
  }

  save(changes: readonly SandboxChange[], limit?: number): Promise<void> {
    const { items, lost } = this.transaction(changes, limit);
    return transact(this.documents, items, lost);
  }

  async remove(sandbox: Sandbox): Promise<void> {
    const deletion: TransactItem = {
      Delete: {
        TableName: this.tables.sandboxes,
        Key: keyOf(sandbox.owner_id, sandbox.sandbox_id),
        ConditionExpression: 'version = :version',
        ExpressionAttributeValues: { ':version': sandbox.version },
      },
    };
    const items = [deletion, ...this.countChange(sandbox.owner_id, isCounted(sandbox) ? -1 : 0)];
    await transact(this.documents, items, () => {
      throw new VersionConflictError('sandbox', sandbox.sandbox_id);
    });
  }

  async *watched(): AsyncIterable<readonly Sandbox[]> {
    for (let shard = 0; shard < WATCH_SHARDS; shard += 1) {
      yield* this.pages({
        TableName: this.tables.sandboxes,
        IndexName: 'watch_index',
        KeyConditionExpression: 'watch = :shard',
        ExpressionAttributeValues: { ':shard': String(shard) },
      });
    }
  }

  /** The writes as a part of a larger transaction, so that a conversation and its sandbox come to be together. `lost` names the race that an item lost. */
  transaction(
    changes: readonly SandboxChange[],
    limit?: number,
  ): { items: TransactItem[]; lost: (index: number) => never } {
    const difference = changes.reduce(
      (sum, { previous, next }) => sum + Number(isCounted(next)) - Number(previous !== null && isCounted(previous)),
      0,
    );
    const ownerId = changes[0]?.next.owner_id ?? '';
    return {
      items: [...changes.map((change) => this.put(change)), ...this.countChange(ownerId, difference, limit)],
      lost: (index) => {
        const change = changes[index];
        if (!change) throw new SandboxLimitError(`owner ${ownerId} runs as many sandboxes as allowed`);
        if (!change.previous) throw new SandboxExistsError(`sandbox ${change.next.sandbox_id} exists`);
        throw new VersionConflictError('sandbox', change.next.sandbox_id);
      },
    };
  }

  private put({ previous, next }: SandboxChange): TransactItem {
    const TableName = this.tables.sandboxes;
    if (!previous)
      return { Put: { TableName, Item: itemOf(next), ConditionExpression: 'attribute_not_exists(owner_id)' } };
    const expected = {
      ConditionExpression: 'version = :version',
      ExpressionAttributeValues: { ':version': previous.version },
    };
    return { Put: { TableName, Item: itemOf(next), ...expected } };
  }

  /** Keeps the owner's count. Only growing can hit the limit: whatever shrinks it is always allowed. */
  private countChange(ownerId: string, difference: number, limit?: number): TransactItem[] {
    if (difference === 0) return [];
    const bounded = difference > 0 && limit !== undefined;
    return [
      {
        Update: {
          TableName: this.tables.owners,
          Key: { owner_id: ownerId },
          UpdateExpression: 'ADD active_sandboxes :difference',
          ...(bounded
            ? { ConditionExpression: 'attribute_not_exists(active_sandboxes) OR active_sandboxes <= :room' }
            : {}),
          ExpressionAttributeValues: { ':difference': difference, ...(bounded ? { ':room': limit - difference } : {}) },
        },
      },
    ];
  }

  private async *pages(input: QueryCommandInput): AsyncIterable<Sandbox[]> {
    let ExclusiveStartKey: QueryCommandInput['ExclusiveStartKey'];
    do {
      const { Items = [], LastEvaluatedKey } = await this.documents.send(
        new QueryCommand({ ...input, ExclusiveStartKey }),
      );
      yield Items.map((item) => Sandbox.parse(item));
      ExclusiveStartKey = LastEvaluatedKey;
    } while (ExclusiveStartKey);
  }
}

function keyOf(ownerId: string, sandboxId: string): Record<string, unknown> {
  return { owner_id: ownerId, sandbox_id: sandboxId };
}

function createdSort(sandbox: Sandbox): string {
  return `${sandbox.created_at}#${sandbox.sandbox_id}`;
}

/** Index attributes follow from the row at every write, so that they cannot disagree with it. */
function itemOf(sandbox: Sandbox): Record<string, unknown> {
  const { watch: _, ...row } = sandbox;
  const shard = Number.parseInt(sandbox.sandbox_id.slice(-2), 16) % WATCH_SHARDS;
  return { ...row, created_sort: createdSort(sandbox), ...(isWatched(sandbox) ? { watch: String(shard) } : {}) };
}

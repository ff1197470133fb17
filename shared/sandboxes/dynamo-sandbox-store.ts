import {
  BatchGetCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { cancellationReasons, retryCollisions } from '../aws/lost-races.ts';
import { VersionConflictError } from '../errors.ts';
import { isCounted, isWatched, Sandbox } from './sandbox.ts';
import { SandboxExistsError, SandboxLimitError, type SandboxPage, type SandboxStore } from './sandbox-store.ts';

type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];
type Change = { readonly previous: Sandbox; readonly next: Sandbox };

/** The sparse index of what does not rest is spread over this many partitions. */
const WATCH_SHARDS = 8;

const KEYS_PER_BATCH = 100;

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
    const ids = [...new Set(sandboxIds)];
    const found: Sandbox[] = [];
    for (let start = 0; start < ids.length; start += KEYS_PER_BATCH) {
      found.push(...(await this.batch(ids.slice(start, start + KEYS_PER_BATCH).map((id) => keyOf(ownerId, id)))));
    }
    return found;
  }

  async list(ownerId: string, limit: number, after: string | null): Promise<SandboxPage> {
    const items: Sandbox[] = [];
    let position = after;
    do {
      const { Items = [] } = await this.documents.send(
        new QueryCommand(this.newestFirst(ownerId, limit - items.length + 1, position)),
      );
      const read = Items.map((item) => Sandbox.parse(item));
      items.push(...read.filter((sandbox) => sandbox.desired !== 'DELETED'));
      const last = read.at(-1);
      position = last && read.length > limit - items.length ? createdSort(last) : null;
      if (read.length === 0) position = null;
    } while (position !== null && items.length <= limit);
    const page = items.slice(0, limit);
    const last = page.at(-1);
    return { items: page, next: items.length > limit && last ? createdSort(last) : null };
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

  async add(sandbox: Sandbox, limit: number): Promise<void> {
    const items = [this.insertion(sandbox), ...this.countChange(sandbox.owner_id, 1, limit)];
    await this.transact(items, (index) => {
      if (index === 0) throw new SandboxExistsError(sandbox.sandbox_id);
      throw new SandboxLimitError(sandbox.owner_id);
    });
  }

  save(previous: Sandbox, next: Sandbox, limit?: number): Promise<void> {
    return this.saveAll([{ previous, next }], limit);
  }

  async saveAll(changes: readonly Change[], limit?: number): Promise<void> {
    const [first] = changes;
    if (!first) return;
    const items = changes.map((change) => this.replacement(change));
    const difference = changes.reduce(
      (sum, { previous, next }) => sum + Number(isCounted(next)) - Number(isCounted(previous)),
      0,
    );
    await this.transact([...items, ...this.countChange(first.next.owner_id, difference, limit)], (index) => {
      const change = changes[index];
      if (change) throw new VersionConflictError('sandbox', change.next.sandbox_id);
      throw new SandboxLimitError(first.next.owner_id);
    });
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
    await this.transact(items, () => {
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

  /** The row as a transaction of another store inserts it, so that a conversation and its sandbox come to be together. */
  insertion(sandbox: Sandbox): TransactItem {
    return {
      Put: {
        TableName: this.tables.sandboxes,
        Item: itemOf(sandbox),
        ConditionExpression: 'attribute_not_exists(owner_id)',
      },
    };
  }

  replacement({ previous, next }: Change): TransactItem {
    return {
      Put: {
        TableName: this.tables.sandboxes,
        Item: itemOf(next),
        ConditionExpression: 'version = :version',
        ExpressionAttributeValues: { ':version': previous.version },
      },
    };
  }

  /** Keeps the owner's count. Only growing can hit the limit: whatever shrinks it is always allowed. */
  countChange(ownerId: string, difference: number, limit?: number): TransactItem[] {
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

  private newestFirst(ownerId: string, limit: number, after: string | null): QueryCommandInput {
    return {
      TableName: this.tables.sandboxes,
      IndexName: 'created_at_index',
      KeyConditionExpression: after === null ? 'owner_id = :owner' : 'owner_id = :owner AND created_sort < :after',
      ExpressionAttributeValues: { ':owner': ownerId, ...(after === null ? {} : { ':after': after }) },
      ScanIndexForward: false,
      Limit: limit,
    };
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

  /** A batch may come back in part; what was not processed is asked for again. */
  private async batch(keys: Record<string, unknown>[]): Promise<Sandbox[]> {
    const { sandboxes } = this.tables;
    const found: Sandbox[] = [];
    let rest: Record<string, unknown>[] = keys;
    while (rest.length > 0) {
      const { Responses, UnprocessedKeys } = await this.documents.send(
        new BatchGetCommand({ RequestItems: { [sandboxes]: { Keys: rest, ConsistentRead: true } } }),
      );
      found.push(...(Responses?.[sandboxes] ?? []).map((item) => Sandbox.parse(item)));
      rest = UnprocessedKeys?.[sandboxes]?.Keys ?? [];
    }
    return found;
  }

  /** `lost` names the race that the item at `index` lost; it throws. */
  private async transact(items: TransactItem[], lost: (index: number) => never): Promise<void> {
    try {
      await retryCollisions(() => this.documents.send(new TransactWriteCommand({ TransactItems: items })));
    } catch (error) {
      const index = cancellationReasons(error)?.findIndex(({ Code }) => Code === 'ConditionalCheckFailed') ?? -1;
      if (index >= 0) lost(index);
      throw error;
    }
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

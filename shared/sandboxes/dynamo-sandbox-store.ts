import { type DynamoDBDocumentClient, GetCommand, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import type * as z from 'zod';
import { batchGet } from '../aws/batch-get.ts';
import { queryPage } from '../aws/query-page.ts';
import { asParts, type Part, type TransactItem, transactParts } from '../aws/transact.ts';
import type { OwnerAccount } from '../budgets/account.ts';
import type { StartBounds } from '../budgets/verdict.ts';
import { type Clock, systemClock } from '../clock.ts';
import { VersionConflictError } from '../errors.ts';
import type { Page } from '../paging/page.ts';
import { ledgerOf } from '../usage/ledger-of.ts';
import { type UsageRow, usageItem } from '../usage/usage-row.ts';
import { DynamoOwnerCounts } from './dynamo-owner-counts.ts';
import { isWatched, Sandbox } from './sandbox.ts';
import {
  type CountMend,
  changesCount,
  isPurged,
  isStored,
  type SandboxChange,
  SandboxExistsError,
  SandboxLimitError,
  type SandboxStore,
  StoredRow,
} from './sandbox-store.ts';

/** Each sparse index that spans owners (what does not rest, what keeps disks) is spread over this many partitions. */
const SHARDS = 8;

export interface SandboxTables {
  readonly sandboxes: string;
  readonly owners: string;
  /** The ledger of usage. Only what takes a sandbox through its phases ends an interval, and needs it. */
  readonly usage?: string;
}

export class DynamoSandboxStore implements SandboxStore {
  private readonly documents: DynamoDBDocumentClient;
  private readonly tables: SandboxTables;
  private readonly ownerCounts: DynamoOwnerCounts;
  private readonly now: Clock;

  constructor(documents: DynamoDBDocumentClient, tables: SandboxTables, now: Clock = systemClock) {
    this.documents = documents;
    this.tables = tables;
    this.ownerCounts = new DynamoOwnerCounts(documents, tables);
    this.now = now;
  }

  async find(ownerId: string, sandboxId: string): Promise<Sandbox | undefined> {
    const { Item } = await this.documents.send(
      new GetCommand({ TableName: this.tables.sandboxes, Key: keyOf(ownerId, sandboxId), ConsistentRead: true }),
    );
    return Item && this.present([Sandbox.parse(Item)])[0];
  }

  async findMany(ownerId: string, sandboxIds: readonly string[]): Promise<readonly Sandbox[]> {
    const keys = [...new Set(sandboxIds)].map((id) => keyOf(ownerId, id));
    const found = await batchGet(this.documents, this.tables.sandboxes, keys);
    return this.present(found.map((item) => Sandbox.parse(item)));
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
    for await (const page of this.pages(input, Sandbox)) counted.push(...page);
    return counted.toSorted((a, b) => (createdSort(a) < createdSort(b) ? -1 : 1));
  }

  async save(changes: readonly SandboxChange[], bounds?: StartBounds, first: readonly Part[] = []): Promise<void> {
    const { items, lost } = this.transaction(changes, bounds);
    await transactParts(this.documents, [...first, ...asParts(items, lost)]);
  }

  watched(): AsyncIterable<readonly Sandbox[]> {
    return this.shards('watch_index', 'watch', Sandbox);
  }

  stored(): AsyncIterable<readonly StoredRow[]> {
    return this.shards('stored_index', 'stored', StoredRow);
  }

  counts(): AsyncIterable<readonly OwnerAccount[]> {
    return this.ownerCounts.all();
  }

  mendCount(ownerId: string): Promise<CountMend> {
    return this.ownerCounts.mend(ownerId);
  }

  /** The writes as a part of a larger transaction, so that a conversation and its sandbox come to be together. `lost` names the race that an item lost. */
  transaction(
    changes: readonly SandboxChange[],
    bounds?: StartBounds,
  ): { items: TransactItem[]; lost: (index: number) => never } {
    const ownerId = changes[0]?.next.owner_id ?? '';
    const count = changes.some(changesCount) ? [this.ownerCounts.change(ownerId, changes, bounds)] : [];
    return {
      items: [...changes.map((change) => this.put(change)), ...count, ...changes.flatMap(ledgerOf).map(this.#entry)],
      lost: (index) => {
        const change = changes[index];
        if (!change) throw new SandboxLimitError(`owner ${ownerId} may not start this now`);
        if (!change.previous) throw new SandboxExistsError(`sandbox ${change.next.sandbox_id} exists`);
        throw new VersionConflictError('sandbox', change.next.sandbox_id);
      },
    };
  }

  private put({ previous, next }: SandboxChange): TransactItem {
    const TableName = this.tables.sandboxes;
    const expected = previous
      ? { ConditionExpression: 'version = :version', ExpressionAttributeValues: { ':version': previous.version } }
      : {
          ConditionExpression: 'attribute_not_exists(owner_id) OR purge_at <= :now',
          ExpressionAttributeValues: { ':now': Math.floor(this.now().getTime() / 1000) },
        };
    return { Put: { TableName, Item: itemOf(next), ...expected } };
  }

  /** Unconditional: it is written with the change that it follows from, which happens once, and its key names what it is about. */
  #entry = (row: UsageRow): TransactItem => {
    const { usage: TableName } = this.tables;
    if (TableName === undefined) throw new Error(`usage of sandbox ${row.sandbox_id} ended where nobody keeps it`);
    return { Put: { TableName, Item: usageItem(row) } };
  };

  /** DynamoDB removes a row some time after its end, up to days later. */
  private present(rows: readonly Sandbox[]): readonly Sandbox[] {
    return rows.filter((row) => !isPurged(row, this.now()));
  }

  private async *shards<T>(index: string, attribute: string, row: z.ZodType<T>): AsyncIterable<readonly T[]> {
    for (let shard = 0; shard < SHARDS; shard += 1) {
      const input: QueryCommandInput = {
        TableName: this.tables.sandboxes,
        IndexName: index,
        KeyConditionExpression: '#shard = :shard',
        ExpressionAttributeNames: { '#shard': attribute },
        ExpressionAttributeValues: { ':shard': String(shard) },
      };
      yield* this.pages(input, row);
    }
  }

  private async *pages<T>(input: QueryCommandInput, row: z.ZodType<T>): AsyncIterable<readonly T[]> {
    let ExclusiveStartKey: QueryCommandInput['ExclusiveStartKey'];
    do {
      const { Items = [], LastEvaluatedKey } = await this.documents.send(
        new QueryCommand({ ...input, ExclusiveStartKey }),
      );
      yield Items.map((item) => row.parse(item));
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
  const { watch: _watch, stored: _stored, stored_key: _storedKey, ...row } = sandbox;
  const shard = String(Number.parseInt(sandbox.sandbox_id.slice(-2), 16) % SHARDS);
  return {
    ...row,
    created_sort: createdSort(sandbox),
    ...(isWatched(sandbox) ? { watch: shard } : {}),
    ...(isStored(sandbox) ? { stored: shard, stored_key: `${sandbox.owner_id}/${sandbox.sandbox_id}` } : {}),
  };
}

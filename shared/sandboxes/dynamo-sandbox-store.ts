import type { DynamoDBDocumentClient, QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import type * as z from 'zod';
import { asParts, type Part, type TransactItem, transactParts } from '../aws/transact.ts';
import type { OwnerAccount } from '../budgets/account.ts';
import type { StartBounds } from '../budgets/verdict.ts';
import { type Clock, systemClock } from '../clock.ts';
import { VersionConflictError } from '../errors.ts';
import { ledgerOf } from '../usage/ledger-of.ts';
import { type UsageRow, usageItem } from '../usage/usage-row.ts';
import { DynamoOwnerCounts } from './dynamo-owner-counts.ts';
import { createdSort, DynamoSandboxReader } from './dynamo-sandbox-reader.ts';
import { isWatched, Sandbox } from './sandbox.ts';
import {
  type CountMend,
  changesCount,
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

export class DynamoSandboxStore extends DynamoSandboxReader implements SandboxStore {
  private readonly tables: SandboxTables;
  private readonly ownerCounts: DynamoOwnerCounts;

  constructor(documents: DynamoDBDocumentClient, tables: SandboxTables, now: Clock = systemClock) {
    super(documents, tables.sandboxes, now);
    this.tables = tables;
    this.ownerCounts = new DynamoOwnerCounts(documents, tables);
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

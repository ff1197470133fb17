import type { DynamoDBDocumentClient, QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { absent, any, is, when } from '../../../platform/aws/expressions.ts';
import { queryPages } from '../../../platform/aws/pages.ts';
import { asRead, isDamaged } from '../../../platform/aws/rows.ts';
import { certain, type Part, transact } from '../../../platform/aws/transact.ts';
import type { Clock } from '../../../platform/clock.ts';
import { AppError, VersionConflictError } from '../../../platform/errors.ts';
import type { Tables } from '../../../rights/statement.ts';
import type { OwnerAccount } from '../../billing/budgets/account.ts';
import type { StartBounds } from '../../billing/budgets/start-rules.ts';
import { lateEntryParts } from '../../billing/usage/dynamo-settled-sums.ts';
import { type UsageRow, usageItem } from '../../billing/usage/usage-row.ts';
import { isCounted, isWatched } from '../record/conditions.ts';
import { type HoldChange, holdChangesOf } from '../record/holds.ts';
import { ledgerOf } from '../record/ledger-of.ts';
import { deletedSort, deletionOf } from '../record/receipt.ts';
import { readSandbox, type Sandbox } from '../record/sandbox.ts';
import { type CountRepair, changesCount } from './counts.ts';
import { DynamoOwnerCounts } from './dynamo-owner-counts.ts';
import { createdSort, DynamoSandboxReader } from './dynamo-sandbox-reader.ts';
import {
  isStored,
  readStored,
  type SandboxChange,
  SandboxExistsError,
  SandboxLimitError,
  type SandboxStore,
  type StoredRow,
  segmentOf,
  storedKey,
  WATCH_SEGMENTS,
  WarmTaskTakenError,
  type WatchCursor,
} from './sandbox-store.ts';
import { holdParts } from './snapshot-parts.ts';

/**
 * Sandboxes for callers that change neither their counts nor their costs: such a change by mistake throws. The classes
 * below write more.
 */
export class DynamoSandboxWriter<Granted extends Tables<'sandboxes'> = Tables<'sandboxes'>>
  extends DynamoSandboxReader<Granted>
  implements Omit<SandboxStore, 'counts' | 'repairCounts'>
{
  readonly #written: (change: SandboxChange) => void;

  /** @param written is called for each written change, and never for one that lost a race */
  constructor(
    documents: DynamoDBDocumentClient,
    tables: Granted,
    now?: Clock,
    written: (change: SandboxChange) => void = () => undefined,
  ) {
    super(documents, tables, now);
    this.#written = written;
  }

  async save(changes: readonly SandboxChange[], bounds?: StartBounds, first: readonly Part[] = []): Promise<void> {
    await transact(this.documents, [...first, ...this.parts(changes, bounds)]);
  }

  watched(): AsyncIterable<readonly Sandbox[]> {
    return this.#shards('watch_index', 'watch', readSandbox);
  }

  watchedIn(segment: number, after: WatchCursor | null): AsyncIterable<readonly Sandbox[]> {
    const start = after === null ? {} : { ExclusiveStartKey: { ...after, watch: String(segment) } };
    return this.#shard('watch_index', 'watch', segment, readSandbox, start);
  }

  stored(): AsyncIterable<readonly StoredRow[]> {
    return this.#shards('stored_index', 'stored', readStored);
  }

  /**
   * The writes as parts of a larger transaction, such as one that also creates a conversation.
   *
   * @param joiner the owner of a conversation that starts in a running sandbox, which a suspension refuses
   */
  parts(changes: readonly SandboxChange[], bounds?: StartBounds, joiner?: string): readonly Part[] {
    const ownerId = joiner ?? String(changes[0]?.next.owner_id);
    const isCounted = changes.some(changesCount) || joiner !== undefined;
    const counted = isCounted ? [this.counted(ownerId, changes, bounds, joiner !== undefined)] : [];
    const claims = changes.flatMap(({ claim }) => (claim ? [this.#claim(claim)] : []));
    const ended = changes.flatMap(ledgerOf);
    const entries = ended.length > 0 ? this.entries(ended) : [];
    const holds = holdChangesOf(changes);
    const held = holds.size > 0 ? this.held(String(changes[0]?.next.owner_id), holds) : [];
    return [...claims, ...changes.map((change) => this.#put(change)), ...counted, ...held, ...entries];
  }

  protected counted(
    _ownerId: string,
    _changes: readonly SandboxChange[],
    _bounds?: StartBounds,
    _joins?: boolean,
  ): Part {
    throw new Error('this store cannot change the counts of sandboxes');
  }

  /** The parts that change the holds of snapshots that sandboxes begin from. */
  protected held(_ownerId: string, _holds: ReadonlyMap<string, HoldChange>): readonly Part[] {
    throw new Error('this store cannot change the holds of snapshots');
  }

  /** The parts that write ended intervals to the ledger. */
  protected entries(_ended: readonly UsageRow[]): readonly Part[] {
    throw new Error('this store cannot end usage intervals');
  }

  #put(change: SandboxChange): Part {
    const { previous, next } = change;
    const seconds = Math.floor(this.now().getTime() / 1000);
    if (previous && isDamaged(previous) && next.desired !== 'DELETED') throw damagedSandbox(next);
    const condition = previous ? asRead(previous, 'version') : any(absent('owner_id'), is('purge_at', '<=', seconds));
    const item = { Put: { TableName: this.tables.sandboxes, Item: itemOf(next), ...when(condition) } };
    const lost = () =>
      previous
        ? new VersionConflictError('sandbox', next.sandbox_id)
        : new SandboxExistsError(`sandbox ${next.sandbox_id} exists`);
    return { item, lost, written: () => this.#written(change) };
  }

  /** Only one of two starts that saw the same warm task gets it. */
  #claim({ previous, next }: NonNullable<SandboxChange['claim']>): Part {
    const condition = when(is('version', '=', previous.version));
    return {
      item: { Put: { TableName: this.tables.sandboxes, Item: itemOf(next), ...condition } },
      lost: () => new WarmTaskTakenError(`warm task ${next.sandbox_id} is taken`),
    };
  }

  async *#shards<T>(
    index: 'watch_index' | 'stored_index',
    attribute: string,
    read: (item: unknown) => T,
  ): AsyncIterable<readonly T[]> {
    for (let shard = 0; shard < WATCH_SEGMENTS; shard += 1) yield* this.#shard(index, attribute, shard, read);
  }

  /** Each sparse index across owners is spread over as many partitions as there are segments. */
  async *#shard<T>(
    index: 'watch_index' | 'stored_index',
    attribute: string,
    shard: number,
    read: (item: unknown) => T,
    start: Pick<QueryCommandInput, 'ExclusiveStartKey'> = {},
  ): AsyncIterable<readonly T[]> {
    const pages = queryPages(this.documents, {
      TableName: this.tables.sandboxes,
      IndexName: index,
      KeyConditionExpression: '#shard = :shard',
      ExpressionAttributeNames: { '#shard': attribute },
      ExpressionAttributeValues: { ':shard': String(shard) },
      ...start,
    });
    for await (const page of pages) yield page.map(read);
  }
}

/** Sandboxes and the counts of their owners, which change in the same transactions. */
export class DynamoSandboxStore<Granted extends Counted = Counted>
  extends DynamoSandboxWriter<Granted>
  implements SandboxStore
{
  readonly #counts = new DynamoOwnerCounts(this.documents, this.tables);

  counts(): AsyncIterable<readonly OwnerAccount[]> {
    return this.#counts.all();
  }

  repairCounts(ownerId: string): Promise<CountRepair> {
    return this.#counts.repair(ownerId);
  }

  protected override counted(
    ownerId: string,
    changes: readonly SandboxChange[],
    bounds?: StartBounds,
    joins?: boolean,
  ): Part {
    const item = this.#counts.change(ownerId, changes, bounds, joins);
    return { item, lost: () => new SandboxLimitError(`the account of owner ${ownerId} does not admit this start`) };
  }
}

/** Sandboxes that can begin from snapshots, for callers that start them. */
export class DynamoStartingSandboxes extends DynamoSandboxStore<Counted & Tables<'snapshots'>> {
  protected override held(ownerId: string, holds: ReadonlyMap<string, HoldChange>): readonly Part[] {
    return holdParts(this.tables.snapshots, ownerId, holds, this.now());
  }
}

/** Sandboxes for callers that end usage intervals and change no count. */
export class DynamoMeteredWriter extends DynamoSandboxWriter<Tables<'sandboxes'> & LedgerTables> {
  protected override entries(ended: readonly UsageRow[]): readonly Part[] {
    return ledgerParts(this.tables, ended, this.now());
  }
}

/** Sandboxes with counts, usage and holds, for the reconciler. */
export class DynamoMeteredSandboxes extends DynamoSandboxStore<Counted & LedgerTables & Tables<'snapshots'>> {
  protected override entries(ended: readonly UsageRow[]): readonly Part[] {
    return ledgerParts(this.tables, ended, this.now());
  }

  protected override held(ownerId: string, holds: ReadonlyMap<string, HoldChange>): readonly Part[] {
    return holdParts(this.tables.snapshots, ownerId, holds, this.now());
  }
}

type Counted = Tables<'sandboxes' | 'owners'>;
type LedgerTables = Tables<'usage' | 'usageSums'>;

/** Ledger entries for ended intervals. Unconditional: each interval has its own key and ends in one transaction. */
function ledgerParts({ usage, usageSums }: LedgerTables, ended: readonly UsageRow[], now: Date): readonly Part[] {
  const puts = ended.map((row) => certain({ Put: { TableName: usage, Item: usageItem(row) } }));
  return [...puts, ...lateEntryParts(usageSums, ended, now)];
}

function damagedSandbox({ sandbox_id: id }: Sandbox): AppError {
  return new AppError('conflict', `The record of sandbox ${id} is damaged. Delete the sandbox, or ask the operator.`);
}

/** Derives the index attributes from the row on every write, so that they cannot differ. */
function itemOf(sandbox: Sandbox): Record<string, unknown> {
  const { watch: _watch, stored: _stored, stored_key: _storedKey, counted_sort: _countedSort, ...row } = sandbox;
  const shard = String(segmentOf(sandbox));
  // The warm pool's list only has waiting tasks, not claimed ones.
  const isListed = sandbox.warm === null || sandbox.phase !== 'DELETED';
  const { created_sort: _createdSort, deleted_sort: _deletedSort, ...unlisted } = row;
  const deletion = deletionOf(sandbox);
  return {
    ...unlisted,
    ...(isListed ? { created_sort: createdSort(sandbox) } : {}),
    ...(deletion ? { deleted_sort: deletedSort(deletion) } : {}),
    ...(isCounted(sandbox) ? { counted_sort: createdSort(sandbox) } : {}),
    ...(isWatched(sandbox) ? { watch: shard } : {}),
    ...(isStored(sandbox) ? { stored: shard, stored_key: storedKey(sandbox) } : {}),
  };
}

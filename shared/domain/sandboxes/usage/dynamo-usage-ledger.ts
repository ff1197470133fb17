import type { DynamoDBDocumentClient, QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { batchGet } from '../../../platform/aws/batch-get.ts';
import { getItem } from '../../../platform/aws/get-item.ts';
import { allRows, queryPages } from '../../../platform/aws/pages.ts';
import { isDamaged, rowReader } from '../../../platform/aws/rows.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import { certain, transact } from '../../../platform/aws/transact.ts';
import type { Table, Tables } from '../../../rights/statement.ts';
import { lateEntryPart } from '../../billing/usage/dynamo-settled-sums.ts';
import type { Span } from '../../billing/usage/slices.ts';
import {
  ledgerLimits,
  TooMuchUsageError,
  type UsageEntries,
  type UsageLedger,
} from '../../billing/usage/usage-ledger.ts';
import { type UsageRow, usageItem, usageRowOf } from '../../billing/usage/usage-row.ts';
import { openOf } from '../record/ledger-of.ts';
import { readSandbox, type Sandbox } from '../record/sandbox.ts';
import { openOfSnapshot, readBilledSnapshot } from '../record/snapshot-ledger.ts';
import { isPurged, WATCH_SEGMENTS } from '../store/sandbox-store.ts';

/** An entry of the index of stored sandboxes. Its key also names the open intervals (`storedKey`). */
const StoredEntry = z.object({ owner_id: z.string(), sandbox_id: z.string(), stored_key: z.string() });
type StoredEntry = z.infer<typeof StoredEntry>;
const readEntry = rowReader('stored sandbox', StoredEntry);

type Read = Tables<'usage' | 'sandboxes' | 'snapshots'>;

/** What a month to date is made of. All that a start reads of the ledger, as every function of a start has its code. */
export class DynamoMonthLedger extends TableStore<Read> implements Pick<UsageLedger, 'open' | 'ended'> {
  async open(ownerId: string, now: Date): Promise<readonly UsageRow[]> {
    const entries = await storedOf(this.documents, this.tables.sandboxes, ownerId, ledgerLimits.rows);
    const rows = await rowsOf(this.documents, this.tables.sandboxes, entries);
    return [...openIn(rows, now), ...(await this.openSnapshots(ownerId, now))];
  }

  /** Read before ended intervals: one that ends in between is then in both. The index is local and consistent. */
  protected async openSnapshots(ownerId: string, now: Date): Promise<readonly UsageRow[]> {
    const pages = queryPages(this.documents, {
      TableName: this.tables.snapshots,
      IndexName: 'open_index',
      KeyConditionExpression: 'owner_id = :owner',
      ExpressionAttributeValues: { ':owner': ownerId },
      ConsistentRead: true,
    });
    const rows = await allRows(pages, readBilledSnapshot);
    return rows.filter(isWhole).flatMap((row) => openOfSnapshot(row, now));
  }

  async *ended(ownerId: string, after: string, startedBefore: string): AsyncIterable<readonly UsageRow[]> {
    const pages = queryPages(this.documents, endedAfter(this.tables.usage, ownerId, after, startedBefore));
    for await (const page of pages) yield page.map(usageRowOf).filter(isWhole);
  }
}

export class DynamoUsageLedger extends DynamoMonthLedger implements UsageLedger {
  /**
   * Reads ended intervals in parallel with the rows that have the open ones. An interval that ends in between can be in
   * both results, and then the ledger's counts. If it is in neither, the index, which was read first, differs from the
   * rows, and the ledger is read again.
   */
  async intervals(
    ownerId: string,
    span: Span,
    now: Date,
    most: number = ledgerLimits.rows,
  ): Promise<readonly UsageRow[]> {
    const readEnded = () => this.#read(most, endedAfter(this.tables.usage, ownerId, span.from, span.to));
    const [entries, snapshots] = await Promise.all([
      storedOf(this.documents, this.tables.sandboxes, ownerId, most),
      this.openSnapshots(ownerId, now),
    ]);
    const [rows, early] = await Promise.all([rowsOf(this.documents, this.tables.sandboxes, entries), readEnded()]);
    const ended = noneEndedBetween(entries, rows) ? early : await readEnded();
    const open = [...openIn(rows, now), ...snapshots].filter(
      (row) => row.ended_at > span.from && row.started_at < span.to,
    );
    return merged(open, ended);
  }

  ofSandbox(ownerId: string, sandboxId: string, open: readonly UsageRow[]): Promise<readonly UsageRow[]> {
    return new DynamoSandboxUsage(this.documents, this.tables).ofSandbox(ownerId, sandboxId, open);
  }

  #read(most: number, query: QueryCommandInput): Promise<UsageRow[]> {
    return readEntries(this.documents, most, query);
  }
}

/** What one sandbox has cost. */
export class DynamoSandboxUsage extends TableStore<Tables<'usage'>> implements Pick<UsageLedger, 'ofSandbox'> {
  async ofSandbox(ownerId: string, sandboxId: string, open: readonly UsageRow[]): Promise<readonly UsageRow[]> {
    const ended = await readEntries(this.documents, ledgerLimits.rows, {
      TableName: this.tables.usage,
      KeyConditionExpression: 'owner_id = :owner AND begins_with(usage_key, :sandbox)',
      ExpressionAttributeValues: { ':owner': ownerId, ':sandbox': `${sandboxId}#` },
      ConsistentRead: true,
    });
    return merged(open, ended);
  }
}

async function readEntries(
  documents: DynamoDBDocumentClient,
  most: number,
  query: QueryCommandInput,
): Promise<UsageRow[]> {
  const rows = await allRows(queryPages(documents, query), usageRowOf, (count) => {
    if (count > most) throw tooMuch(most);
  });
  return rows.filter(isWhole);
}

/** Entries of the ledger, for the comparison with ECS. */
export class DynamoUsageEntries extends TableStore<Tables<'usage' | 'usageSums'>> implements UsageEntries {
  async find(ownerId: string, usageKey: string): Promise<UsageRow | undefined> {
    const row = await getItem(this.documents, this.tables.usage, { owner_id: ownerId, usage_key: usageKey });
    return row && usageRowOf(row);
  }

  /** Always counted as a late entry, as sums may include the entry that it replaces. */
  async put(row: UsageRow): Promise<void> {
    const { usage: TableName, usageSums } = this.tables;
    const entry = certain({ Put: { TableName, Item: usageItem(row) } });
    await transact(this.documents, [entry, lateEntryPart(usageSums, row.owner_id)]);
  }
}

/**
 * The sandboxes of an owner that have disks or cost anything. The index is slightly stale: a sandbox whose billing just
 * began can be missing. Sandboxes at rest with nothing stored are not read.
 *
 * @throws TooMuchUsageError for more than `most` entries
 */
export async function storedOf(
  documents: DynamoDBDocumentClient,
  table: Table<'sandboxes'>,
  ownerId: string,
  most: number,
): Promise<readonly StoredEntry[]> {
  const shards = Array.from({ length: WATCH_SEGMENTS }, (_, shard) => {
    const pages = queryPages(documents, {
      TableName: table,
      IndexName: 'stored_index',
      KeyConditionExpression: '#shard = :shard AND begins_with(stored_key, :prefix)',
      // An owner's id can contain a slash, and so be a prefix of another owner's id.
      FilterExpression: 'owner_id = :owner',
      ProjectionExpression: 'owner_id, sandbox_id, stored_key',
      // A reserved word.
      ExpressionAttributeNames: { '#shard': 'stored' },
      ExpressionAttributeValues: { ':shard': String(shard), ':prefix': `${ownerId}/`, ':owner': ownerId },
    });
    return allRows(pages, readEntry);
  });
  const entries = (await Promise.all(shards)).flat();
  if (entries.length > most) throw tooMuch(most);
  return entries;
}

/** The current rows of these entries. */
async function rowsOf(
  documents: DynamoDBDocumentClient,
  table: Table<'sandboxes'>,
  entries: readonly StoredEntry[],
): Promise<readonly Sandbox[]> {
  const keys = entries.map(({ owner_id, sandbox_id }) => ({ owner_id, sandbox_id }));
  return (await batchGet(documents, table, keys)).map(readSandbox).filter(isWhole);
}

function endedAfter(table: Table<'usage'>, ownerId: string, after: string, startedBefore: string): QueryCommandInput {
  return {
    TableName: table,
    IndexName: 'ended_index',
    KeyConditionExpression: 'owner_id = :owner AND ended_sort > :after',
    FilterExpression: 'started_at < :to',
    ExpressionAttributeValues: { ':owner': ownerId, ':after': after, ':to': startedBefore },
    ConsistentRead: true,
  };
}

function isWhole(row: object): boolean {
  return !isDamaged(row);
}

/** Whether every interval that was open when the entries were read was still open when the rows were read. */
function noneEndedBetween(entries: readonly StoredEntry[], rows: readonly Sandbox[]): boolean {
  const keys = new Map(rows.map((row) => [row.sandbox_id, row.stored_key]));
  return entries.every(({ sandbox_id: id, stored_key: key }) => keys.get(id) === key);
}

function tooMuch(most: number): TooMuchUsageError {
  return new TooMuchUsageError(`The span has more than ${most} intervals. Request a shorter span.`);
}

function openIn(rows: readonly Sandbox[], now: Date): UsageRow[] {
  return rows.filter((row) => !isPurged(row, now)).flatMap((row) => openOf(row, now));
}

function merged(open: readonly UsageRow[], ended: readonly UsageRow[]): UsageRow[] {
  const keys = new Set(ended.map(({ usage_key: key }) => key));
  return [...ended, ...open.filter(({ usage_key: key }) => !keys.has(key))];
}

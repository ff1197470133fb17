import { type DynamoDBDocumentClient, GetCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { allRows, queryPages } from '../../../platform/aws/pages.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import { certain, transact } from '../../../platform/aws/transact.ts';
import type { Tables } from '../../../rights/statement.ts';
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
import type { Sandbox } from '../record/sandbox.ts';
import { isPurged } from '../store/sandbox-store.ts';
import { noneEndedBetween, rowsOf, type StoredEntry, storedOf } from '../store/stored-index.ts';

export class DynamoUsageLedger extends TableStore<Tables<'usage' | 'sandboxes'>> implements UsageLedger {
  /**
   * Ended intervals are read beside the rows that have the open ones. One that ends in between may be in both, and the
   * ledger's counts. That it is in neither, the index shows, which was read before: then the ledger is read once more.
   */
  async intervals(
    ownerId: string,
    span: Span,
    now: Date,
    most: number = ledgerLimits.rows,
  ): Promise<readonly UsageRow[]> {
    const readEnded = () => this.#read(usageRowOf, most, this.#endedAfter(ownerId, span.from, span.to));
    const entries = await this.#stored(ownerId, most);
    const [rows, early] = await Promise.all([this.#rowsOf(entries), readEnded()]);
    const ended = noneEndedBetween(entries, rows) ? early : await readEnded();
    const open = openIn(rows, now).filter((row) => row.ended_at > span.from && row.started_at < span.to);
    return together(open, ended);
  }

  async open(ownerId: string, now: Date): Promise<readonly UsageRow[]> {
    return openIn(await this.#rowsOf(await this.#stored(ownerId, ledgerLimits.rows)), now);
  }

  async *ended(ownerId: string, after: string, startedBefore: string): AsyncIterable<readonly UsageRow[]> {
    const pages = queryPages(this.documents, this.#endedAfter(ownerId, after, startedBefore));
    for await (const page of pages) yield page.map(usageRowOf);
  }

  async ofSandbox(ownerId: string, sandboxId: string, open: readonly UsageRow[]): Promise<readonly UsageRow[]> {
    const ended = await this.#read(usageRowOf, ledgerLimits.rows, {
      TableName: this.tables.usage,
      KeyConditionExpression: 'owner_id = :owner AND begins_with(usage_key, :sandbox)',
      ExpressionAttributeValues: { ':owner': ownerId, ':sandbox': `${sandboxId}#` },
      ConsistentRead: true,
    });
    return together(open, ended);
  }

  async find(ownerId: string, usageKey: string): Promise<UsageRow | undefined> {
    const Key = { owner_id: ownerId, usage_key: usageKey };
    const { Item } = await this.documents.send(
      new GetCommand({ TableName: this.tables.usage, Key, ConsistentRead: true }),
    );
    return Item && usageRowOf(Item);
  }

  #stored(ownerId: string, most: number): Promise<readonly StoredEntry[]> {
    return storedOf(this.documents, this.tables.sandboxes, ownerId, most, () => tooMuch(most));
  }

  #rowsOf(entries: readonly StoredEntry[]): Promise<readonly Sandbox[]> {
    return rowsOf(this.documents, this.tables.sandboxes, entries);
  }

  #endedAfter(ownerId: string, after: string, startedBefore: string): QueryCommandInput {
    return {
      TableName: this.tables.usage,
      IndexName: 'ended_index',
      KeyConditionExpression: 'owner_id = :owner AND ended_sort > :after',
      FilterExpression: 'started_at < :to',
      ExpressionAttributeValues: { ':owner': ownerId, ':after': after, ':to': startedBefore },
      ConsistentRead: true,
    };
  }

  #read<T>(parse: (item: unknown) => T, most: number, query: QueryCommandInput): Promise<T[]> {
    return allRows(queryPages(this.documents, query), parse, (rows) => {
      if (rows > most) throw tooMuch(most);
    });
  }
}

/** The ledger for callers that also change its entries. */
export class DynamoUsageEntries extends DynamoUsageLedger implements UsageEntries {
  readonly #documents: DynamoDBDocumentClient;
  readonly #tables: Tables<'usage' | 'usageSums'>;

  constructor(documents: DynamoDBDocumentClient, tables: Tables<'usage' | 'sandboxes' | 'usageSums'>) {
    super(documents, tables);
    this.#documents = documents;
    this.#tables = tables;
  }

  /** Counted as a late entry in any case: the earlier entry that it replaces may be in sums already. */
  async put(row: UsageRow): Promise<void> {
    const { usage: TableName, usageSums } = this.#tables;
    const entry = certain({ Put: { TableName, Item: usageItem(row) } });
    await transact(this.#documents, [entry, lateEntryPart(usageSums, row.owner_id)]);
  }
}

function tooMuch(most: number): TooMuchUsageError {
  return new TooMuchUsageError(`The span has more than ${most} intervals. Request a shorter span.`);
}

function openIn(rows: readonly Sandbox[], now: Date): UsageRow[] {
  return rows.filter((row) => !isPurged(row, now)).flatMap((row) => openOf(row, now));
}

function together(open: readonly UsageRow[], ended: readonly UsageRow[]): UsageRow[] {
  const keys = new Set(ended.map(({ usage_key: key }) => key));
  return [...ended, ...open.filter(({ usage_key: key }) => !keys.has(key))];
}

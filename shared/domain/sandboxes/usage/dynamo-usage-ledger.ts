import { type DynamoDBDocumentClient, GetCommand, PutCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { allRows, queryPages } from '../../../platform/aws/pages.ts';
import { ledgerLimits } from '../../billing/usage/limits.ts';
import type { Span } from '../../billing/usage/slices.ts';
import { TooMuchUsageError, type UsageEntries, type UsageLedger } from '../../billing/usage/usage-ledger.ts';
import { UsageRow, usageItem } from '../../billing/usage/usage-row.ts';
import { openOf } from '../record/ledger-of.ts';
import { Sandbox } from '../record/sandbox.ts';
import { isPurged } from '../store/sandbox-store.ts';

export class DynamoUsageLedger implements UsageLedger, UsageEntries {
  readonly #documents: DynamoDBDocumentClient;
  readonly #tables: { readonly usage: string; readonly sandboxes: string };

  constructor(documents: DynamoDBDocumentClient, tables: { readonly usage: string; readonly sandboxes: string }) {
    this.#documents = documents;
    this.#tables = tables;
  }

  /** Open intervals are read first: one that ends in between is then in both, and the ledger's counts. */
  async intervals(
    ownerId: string,
    span: Span,
    now: Date,
    most: number = ledgerLimits.rows,
  ): Promise<readonly UsageRow[]> {
    const open = (await this.#open(ownerId, now, most)).filter(
      (row) => row.ended_at > span.from && row.started_at < span.to,
    );
    const ended = await this.#read(UsageRow.parse, most, {
      TableName: this.#tables.usage,
      IndexName: 'ended_index',
      KeyConditionExpression: 'owner_id = :owner AND ended_sort > :from',
      FilterExpression: 'started_at < :to',
      ExpressionAttributeValues: { ':owner': ownerId, ':from': span.from, ':to': span.to },
      ConsistentRead: true,
    });
    return together(open, ended);
  }

  async ofSandbox(ownerId: string, sandboxId: string, open: readonly UsageRow[]): Promise<readonly UsageRow[]> {
    const ended = await this.#read(UsageRow.parse, ledgerLimits.rows, {
      TableName: this.#tables.usage,
      KeyConditionExpression: 'owner_id = :owner AND begins_with(usage_key, :sandbox)',
      ExpressionAttributeValues: { ':owner': ownerId, ':sandbox': `${sandboxId}#` },
      ConsistentRead: true,
    });
    return together(open, ended);
  }

  async find(ownerId: string, usageKey: string): Promise<UsageRow | undefined> {
    const Key = { owner_id: ownerId, usage_key: usageKey };
    const { Item } = await this.#documents.send(
      new GetCommand({ TableName: this.#tables.usage, Key, ConsistentRead: true }),
    );
    return Item && UsageRow.parse(Item);
  }

  async put(row: UsageRow): Promise<void> {
    await this.#documents.send(new PutCommand({ TableName: this.#tables.usage, Item: usageItem(row) }));
  }

  async #open(ownerId: string, now: Date, most: number): Promise<UsageRow[]> {
    const rows = await this.#read(Sandbox.parse, most, {
      TableName: this.#tables.sandboxes,
      KeyConditionExpression: 'owner_id = :owner',
      FilterExpression:
        'attribute_type(workspace_kept, :map) OR (attribute_type(task_started_at, :text) AND attribute_type(task_stopped_at, :none))',
      ExpressionAttributeValues: { ':owner': ownerId, ':map': 'M', ':text': 'S', ':none': 'NULL' },
      ConsistentRead: true,
    });
    return rows.filter((row) => !isPurged(row, now)).flatMap((row) => openOf(row, now));
  }

  #read<T>(parse: (item: unknown) => T, most: number, query: QueryCommandInput): Promise<T[]> {
    return allRows(queryPages(this.#documents, query), parse, (rows) => {
      if (rows > most) throw new TooMuchUsageError(`more than ${most} rows`);
    });
  }
}

function together(open: readonly UsageRow[], ended: readonly UsageRow[]): UsageRow[] {
  const keys = new Set(ended.map(({ usage_key: key }) => key));
  return [...ended, ...open.filter(({ usage_key: key }) => !keys.has(key))];
}

import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  type QueryCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { Sandbox } from '../sandboxes/sandbox.ts';
import { isPurged } from '../sandboxes/sandbox-store.ts';
import { openOf } from './ledger-of.ts';
import { ledgerLimits } from './limits.ts';
import type { Span } from './slices.ts';
import { UsageRow, usageItem } from './usage-row.ts';

/** More of the ledger would have to be read than one request may. */
export class TooMuchUsageError extends Error {
  override readonly name = 'TooMuchUsageError';
}

/** The intervals of owners: those that ended, and those that go on. */
export interface UsageLedger {
  /**
   * Every interval of which a part lies in the span, those that go on up to now.
   *
   * @param most how many intervals may be read of those that ended, and of those that go on
   * @throws TooMuchUsageError when there are more.
   */
  intervals(ownerId: string, span: Span, now: Date, most?: number): Promise<readonly UsageRow[]>;
  /** Every interval of one sandbox, that of its row included. @param row the sandbox as it is, where it is known */
  ofSandbox(ownerId: string, sandboxId: string, row: Sandbox | undefined, now: Date): Promise<readonly UsageRow[]>;
}

/** The ledger as whoever compares it with ECS needs it. */
export interface UsageEntries {
  find(ownerId: string, usageKey: string): Promise<UsageRow | undefined>;
  put(row: UsageRow): Promise<void>;
}

export class DynamoUsageLedger implements UsageLedger, UsageEntries {
  private readonly documents: DynamoDBDocumentClient;
  private readonly tables: { readonly usage: string; readonly sandboxes: string };

  constructor(documents: DynamoDBDocumentClient, tables: { readonly usage: string; readonly sandboxes: string }) {
    this.documents = documents;
    this.tables = tables;
  }

  /** What goes on is read first: an interval that ends in between is then in both, and counts as the ledger has it. */
  async intervals(
    ownerId: string,
    span: Span,
    now: Date,
    most: number = ledgerLimits.rows,
  ): Promise<readonly UsageRow[]> {
    const open = (await this.open(ownerId, now, most)).filter(
      (row) => row.ended_at > span.from && row.started_at < span.to,
    );
    const ended = await this.read(UsageRow.parse, most, {
      TableName: this.tables.usage,
      IndexName: 'ended_index',
      KeyConditionExpression: 'owner_id = :owner AND ended_sort > :from',
      FilterExpression: 'started_at < :to',
      ExpressionAttributeValues: { ':owner': ownerId, ':from': span.from, ':to': span.to },
      ConsistentRead: true,
    });
    return together(open, ended);
  }

  async ofSandbox(
    ownerId: string,
    sandboxId: string,
    row: Sandbox | undefined,
    now: Date,
  ): Promise<readonly UsageRow[]> {
    const ended = await this.read(UsageRow.parse, ledgerLimits.rows, {
      TableName: this.tables.usage,
      KeyConditionExpression: 'owner_id = :owner AND begins_with(usage_key, :sandbox)',
      ExpressionAttributeValues: { ':owner': ownerId, ':sandbox': `${sandboxId}#` },
      ConsistentRead: true,
    });
    return together(row ? openOf(row, now) : [], ended);
  }

  async find(ownerId: string, usageKey: string): Promise<UsageRow | undefined> {
    const Key = { owner_id: ownerId, usage_key: usageKey };
    const { Item } = await this.documents.send(
      new GetCommand({ TableName: this.tables.usage, Key, ConsistentRead: true }),
    );
    return Item && UsageRow.parse(Item);
  }

  async put(row: UsageRow): Promise<void> {
    await this.documents.send(new PutCommand({ TableName: this.tables.usage, Item: usageItem(row) }));
  }

  private async open(ownerId: string, now: Date, most: number): Promise<UsageRow[]> {
    const rows = await this.read(Sandbox.parse, most, {
      TableName: this.tables.sandboxes,
      KeyConditionExpression: 'owner_id = :owner',
      FilterExpression:
        'attribute_type(workspace_kept, :map) OR (attribute_type(task_started_at, :text) AND attribute_type(task_stopped_at, :none))',
      ExpressionAttributeValues: { ':owner': ownerId, ':map': 'M', ':text': 'S', ':none': 'NULL' },
      ConsistentRead: true,
    });
    return rows.filter((row) => !isPurged(row, now)).flatMap((row) => openOf(row, now));
  }

  private async read<T>(parse: (item: unknown) => T, most: number, input: QueryCommandInput): Promise<T[]> {
    const found: T[] = [];
    let ExclusiveStartKey: QueryCommandInput['ExclusiveStartKey'];
    do {
      const { Items = [], LastEvaluatedKey } = await this.documents.send(
        new QueryCommand({ ...input, ExclusiveStartKey }),
      );
      found.push(...Items.map((item) => parse(item)));
      if (found.length > most) throw new TooMuchUsageError(`more than ${most} rows`);
      ExclusiveStartKey = LastEvaluatedKey;
    } while (ExclusiveStartKey);
    return found;
  }
}

function together(open: readonly UsageRow[], ended: readonly UsageRow[]): UsageRow[] {
  const keys = new Set(ended.map(({ usage_key: key }) => key));
  return [...ended, ...open.filter(({ usage_key: key }) => !keys.has(key))];
}

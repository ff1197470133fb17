import { type DynamoDBDocumentClient, GetCommand, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import type * as z from 'zod';
import { batchGet } from '../aws/batch-get.ts';
import { queryPage } from '../aws/query-page.ts';
import { type Clock, systemClock } from '../clock.ts';
import type { Page } from '../paging/page.ts';
import { Sandbox } from './sandbox.ts';
import { isPurged, type SandboxReader } from './sandbox-store.ts';

/** What can be read of sandboxes, for the many functions that change none: they need not load what writing takes. */
export class DynamoSandboxReader implements SandboxReader {
  protected readonly documents: DynamoDBDocumentClient;
  protected readonly table: string;
  protected readonly now: Clock;

  constructor(documents: DynamoDBDocumentClient, table: string, now: Clock = systemClock) {
    this.documents = documents;
    this.table = table;
    this.now = now;
  }

  async find(ownerId: string, sandboxId: string): Promise<Sandbox | undefined> {
    const { Item } = await this.documents.send(
      new GetCommand({ TableName: this.table, Key: keyOf(ownerId, sandboxId), ConsistentRead: true }),
    );
    return Item && this.present([Sandbox.parse(Item)])[0];
  }

  async findMany(ownerId: string, sandboxIds: readonly string[]): Promise<readonly Sandbox[]> {
    const keys = [...new Set(sandboxIds)].map((id) => keyOf(ownerId, id));
    const found = await batchGet(this.documents, this.table, keys);
    return this.present(found.map((item) => Sandbox.parse(item)));
  }

  list(ownerId: string, limit: number, after: string | null): Promise<Page<Sandbox>> {
    return queryPage(this.documents, {
      table: this.table,
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
      TableName: this.table,
      KeyConditionExpression: 'owner_id = :owner',
      FilterExpression: 'desired = :running',
      ExpressionAttributeValues: { ':owner': ownerId, ':running': 'RUNNING' },
      ConsistentRead: true,
    };
    const counted: Sandbox[] = [];
    for await (const page of this.pages(input, Sandbox)) counted.push(...page);
    return counted.toSorted((a, b) => (createdSort(a) < createdSort(b) ? -1 : 1));
  }

  /** DynamoDB removes a row some time after its end, up to days later. */
  private present(rows: readonly Sandbox[]): readonly Sandbox[] {
    return rows.filter((row) => !isPurged(row, this.now()));
  }

  protected async *pages<T>(input: QueryCommandInput, row: z.ZodType<T>): AsyncIterable<readonly T[]> {
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

/** What the lists of an owner are sorted by. */
export function createdSort(sandbox: Sandbox): string {
  return `${sandbox.created_at}#${sandbox.sandbox_id}`;
}

import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { batchGet } from '../../../platform/aws/batch-get.ts';
import { all, is, not } from '../../../platform/aws/expressions.ts';
import { allRows, queryPage, queryPages } from '../../../platform/aws/pages.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import { lastIdOf } from '../../../platform/ids.ts';
import type { Page } from '../../../platform/paging.ts';
import type { Tables } from '../../../rights/statement.ts';
import { type Deletion, readDeletion } from '../record/receipt.ts';
import { readSandbox, type Sandbox } from '../record/sandbox.ts';
import {
  COUNTED_SEARCHED,
  type CountedRow,
  isPurged,
  readCounted,
  type SandboxFilter,
  type SandboxReader,
} from './sandbox-store.ts';
import { seenBy } from './seen-by.ts';

const COUNTED_PAGE = 500;

/** Reads of sandboxes, for the many functions that change none and need not load the code for writes. */
export class DynamoSandboxReader<Granted extends Tables<'sandboxes'> = Tables<'sandboxes'>>
  extends TableStore<Granted>
  implements SandboxReader
{
  async find(ownerId: string, sandboxId: string): Promise<Sandbox | undefined> {
    const { Item } = await this.documents.send(
      new GetCommand({ TableName: this.tables.sandboxes, Key: keyOf(ownerId, sandboxId), ConsistentRead: true }),
    );
    return Item && this.#present([readSandbox(Item)])[0];
  }

  async findMany(ownerId: string, sandboxIds: readonly string[]): Promise<readonly Sandbox[]> {
    const keys = [...new Set(sandboxIds)].map((id) => keyOf(ownerId, id));
    const found = await batchGet(this.documents, this.tables.sandboxes, keys);
    return this.#present(found.map(readSandbox));
  }

  list(ownerId: string, limit: number, after: string | null, filter: SandboxFilter = {}): Promise<Page<Sandbox>> {
    const { phase, specId, createdFrom, createdBefore, matching } = filter;
    return queryPage(this.documents, {
      table: this.tables.sandboxes,
      index: 'created_at_index',
      key: { name: 'owner_id', value: ownerId },
      sort: 'created_sort',
      range: { newestFirst: true, from: createdFrom, before: createdBefore, after },
      filter: all(
        is('desired', '<>', 'DELETED'),
        ...(phase === undefined ? [] : [is('phase', '=', phase)]),
        ...(specId === undefined ? [] : [is('spec_id', '=', specId)]),
        ...seenBy(ownerId, filter),
      ),
      hidesRows: filter.visibleTo !== undefined,
      matching,
      limit,
      parse: readSandbox,
    });
  }

  listDeletions(ownerId: string, limit: number, after: string | null, visibleTo?: string): Promise<Page<Deletion>> {
    return queryPage(this.documents, {
      table: this.tables.sandboxes,
      index: 'deleted_index',
      key: { name: 'owner_id', value: ownerId },
      sort: 'deleted_sort',
      range: { newestFirst: true, after },
      filter: all(
        not(is('purge_at', '<=', Math.floor(this.now().getTime() / 1000))),
        ...seenBy(ownerId, { visibleTo }),
      ),
      hidesRows: visibleTo !== undefined,
      limit,
      parse: readDeletion,
    });
  }

  async newest(ownerId: string, until: Date, limit: number): Promise<readonly Sandbox[]> {
    const { Items = [] } = await this.documents.send(
      new QueryCommand({
        TableName: this.tables.sandboxes,
        KeyConditionExpression: 'owner_id = :owner AND sandbox_id <= :id',
        ExpressionAttributeValues: { ':owner': ownerId, ':id': lastIdOf(until) },
        ConsistentRead: true,
        ScanIndexForward: false,
        Limit: limit,
      }),
    );
    return this.#present(Items.map(readSandbox));
  }

  listCounted(ownerId: string): Promise<readonly CountedRow[]> {
    return allRows(this.#counted(ownerId), readCounted);
  }

  async oldestCounted(ownerId: string, most: number, matches: (row: CountedRow) => boolean) {
    const found: CountedRow[] = [];
    let left = COUNTED_SEARCHED;
    for await (const page of this.#counted(ownerId, COUNTED_PAGE)) {
      found.push(...page.map(readCounted).filter(matches));
      left -= page.length;
      if (found.length >= most || left <= 0) break;
    }
    return found.slice(0, most);
  }

  /** The index is local, so it can be read consistently. It only holds sandboxes that count now. */
  #counted(ownerId: string, Limit?: number) {
    return queryPages(this.documents, {
      TableName: this.tables.sandboxes,
      IndexName: 'counted_index',
      KeyConditionExpression: 'owner_id = :owner',
      ExpressionAttributeValues: { ':owner': ownerId },
      ConsistentRead: true,
      ...(Limit === undefined ? {} : { Limit }),
    });
  }

  /** Leaves out expired rows, which DynamoDB removes up to days later. */
  #present(rows: readonly Sandbox[]): readonly Sandbox[] {
    return rows.filter((row) => !isPurged(row, this.now()));
  }
}

function keyOf(ownerId: string, sandboxId: string): Record<string, unknown> {
  return { owner_id: ownerId, sandbox_id: sandboxId };
}

/** The sort key of an owner's lists. */
export function createdSort(sandbox: Sandbox): string {
  return `${sandbox.created_at}#${sandbox.sandbox_id}`;
}

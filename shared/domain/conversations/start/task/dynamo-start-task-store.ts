import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { batchGet } from '../../../../platform/aws/batch-get.ts';
import { orLostRace } from '../../../../platform/aws/conditional-write.ts';
import { all, type Condition, is, when } from '../../../../platform/aws/expressions.ts';
import { getItem } from '../../../../platform/aws/get-item.ts';
import { keptCounts } from '../../../../platform/aws/kept-counts.ts';
import {
  allRows,
  countAll,
  type PageQuery,
  queryFirst,
  queryPage,
  queryPages,
} from '../../../../platform/aws/pages.ts';
import { asRead } from '../../../../platform/aws/rows.ts';
import { TableStore } from '../../../../platform/aws/table-store.ts';
import { VersionConflictError } from '../../../../platform/errors.ts';
import type { Matching, Page } from '../../../../platform/paging.ts';
import type { Tables } from '../../../../rights/statement.ts';
import { seenBy } from '../../../sandboxes/store/seen-by.ts';
import { isOver, readStartTask, type StartTask } from './start-task.ts';
import {
  countedStartTasks,
  type StartTaskFilter,
  type StartTaskOrder,
  type StartTaskStore,
} from './start-task-store.ts';

/** The sparse index of open tasks is spread over this many partitions. */
const WATCH_SHARDS = 8;

/** Rows that one read examines, about 40 KB: most requests concern one of an owner's newest conversations. */
const FIRST_LOOK = 20;

type OwnerQuery = Omit<PageQuery<StartTask>, 'limit'>;

/** Reads one task at a time: for functions that need no lists. */
export class DynamoStartTaskReader extends TableStore<Tables<'startTasks'>> implements Pick<StartTaskStore, 'find'> {
  async find(ownerId: string, startTaskId: string): Promise<StartTask | undefined> {
    const key = { owner_id: ownerId, start_task_id: startTaskId };
    const row = await getItem(this.documents, this.tables.startTasks, key);
    return row && readStartTask(row);
  }
}

export class DynamoStartTaskStore extends DynamoStartTaskReader implements StartTaskStore {
  async findMany(ownerId: string, startTaskIds: readonly string[]): Promise<readonly StartTask[]> {
    const keys = [...new Set(startTaskIds)].map((id) => ({ owner_id: ownerId, start_task_id: id }));
    return (await batchGet(this.documents, this.tables.startTasks, keys)).map(readStartTask);
  }

  list(
    ownerId: string,
    filter: StartTaskFilter,
    order: StartTaskOrder,
    limit: number,
    after: string | null,
    matching?: Matching<StartTask>,
  ): Promise<Page<StartTask>> {
    return queryPage(this.documents, {
      matching,
      hidesRows: matching !== undefined,
      ...(order.by === 'created'
        ? this.#byCreation(ownerId, filter, order.newestFirst, after)
        : this.#byUpdate(ownerId, filter, order.newestFirst, after)),
      limit,
    });
  }

  newest(ownerId: string, createdFrom: string, limit: number): Promise<Page<StartTask>> {
    return queryPage(this.documents, { ...this.#byCreation(ownerId, { createdFrom }, true, null), limit });
  }

  latestOf(ownerId: string, conversationId: string): Promise<StartTask | undefined> {
    const query = this.#byCreation(ownerId, { conversationId }, true, null);
    return queryFirst(this.documents, { ...query, firstLook: FIRST_LOOK });
  }

  async count(ownerId: string, filter: StartTaskFilter): Promise<number> {
    if (Object.values(filter).every((value) => value === undefined)) {
      const { total } = await keptCounts(this.documents, countedStartTasks(this.tables.startTasks), ownerId);
      return total;
    }
    return countAll(this.documents, this.#byCreation(ownerId, filter, true, null));
  }

  #byCreation(ownerId: string, filter: StartTaskFilter, newestFirst: boolean, after: string | null): OwnerQuery {
    return {
      table: this.tables.startTasks,
      index: 'created_at_index',
      key: { name: 'owner_id', value: ownerId },
      sort: 'created_sort',
      range: { newestFirst, from: filter.createdFrom, after },
      filter: allOf(conditionsOf(ownerId, filter)),
      parse: readStartTask,
    };
  }

  #byUpdate(ownerId: string, filter: StartTaskFilter, newestFirst: boolean, after: string | null): OwnerQuery {
    const from = filter.createdFrom ? [is('created_at', '>=', filter.createdFrom)] : [];
    return {
      table: this.tables.startTasks,
      index: 'updated_at_index',
      key: { name: 'owner_id', value: ownerId },
      sort: 'updated_sort',
      range: { newestFirst, after },
      filter: allOf([...conditionsOf(ownerId, filter), ...from]),
      parse: readStartTask,
    };
  }

  async openOf(ownerId: string, sandboxId: string): Promise<readonly StartTask[]> {
    const pages = queryPages(this.documents, {
      TableName: this.tables.startTasks,
      IndexName: 'sandbox_index',
      KeyConditionExpression: 'sandbox_key = :sandbox',
      ExpressionAttributeValues: { ':sandbox': sandboxKey(ownerId, sandboxId) },
    });
    return allRows(pages, readStartTask);
  }

  async save(previous: StartTask, next: StartTask): Promise<void> {
    const command = new PutCommand({
      TableName: this.tables.startTasks,
      Item: startTaskItem(next),
      ...when(asRead(previous, 'version')),
    });
    await orLostRace(this.documents.send(command), () => new VersionConflictError('start task', next.start_task_id));
  }

  async *watched(): AsyncIterable<readonly StartTask[]> {
    for (let shard = 0; shard < WATCH_SHARDS; shard += 1) {
      const pages = queryPages(this.documents, {
        TableName: this.tables.startTasks,
        IndexName: 'watch_index',
        KeyConditionExpression: 'watch = :shard',
        ExpressionAttributeValues: { ':shard': String(shard) },
      });
      for await (const page of pages) yield page.map(readStartTask);
    }
  }
}

function conditionsOf(ownerId: string, { conversationId, createdBy }: StartTaskFilter): readonly Condition[] {
  return [...(conversationId ? [is('conversation_id', '=', conversationId)] : []), ...seenBy(ownerId, { createdBy })];
}

function allOf(conditions: readonly Condition[]): Condition | undefined {
  return conditions.length > 0 ? all(...conditions) : undefined;
}

/** The row with its index attributes. The sparse ones are absent once the task is over, unless it can go on. */
export function startTaskItem(task: StartTask): Record<string, unknown> {
  const { sandbox_key: _key, watch: _watch, ...row } = task;
  const shard = Number.parseInt(task.start_task_id.slice(-2), 16) % WATCH_SHARDS;
  const watched = isOver(task) ? {} : { watch: String(shard) };
  const sparse = isOver(task) && !task.is_paused ? {} : { sandbox_key: sandboxKey(task.owner_id, task.sandbox_id) };
  return { ...row, created_sort: createdSort(task), updated_sort: updatedSort(task), ...watched, ...sparse };
}

function sandboxKey(ownerId: string, sandboxId: string): string {
  return `${ownerId}/${sandboxId}`;
}

function createdSort(task: StartTask): string {
  return `${task.created_at}#${task.start_task_id}`;
}

function updatedSort(task: StartTask): string {
  return `${task.updated_at}#${task.start_task_id}`;
}

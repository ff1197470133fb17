import type { CountedRows } from '../../../../platform/aws/kept-counts.ts';
import type { Matching, Page } from '../../../../platform/paging.ts';
import type { Table } from '../../../../rights/statement.ts';
import type { StartTask } from './start-task.ts';

export interface StartTaskFilter {
  readonly conversationId?: string | undefined;
  readonly createdFrom?: string | undefined;
  readonly createdBy?: string | undefined;
}

export interface StartTaskOrder {
  readonly by: 'created' | 'updated';
  readonly newestFirst: boolean;
}

export interface StartTaskStore {
  find(ownerId: string, startTaskId: string): Promise<StartTask | undefined>;
  /** In no particular order, without unknown ids. */
  findMany(ownerId: string, startTaskIds: readonly string[]): Promise<readonly StartTask[]>;
  list(
    ownerId: string,
    filter: StartTaskFilter,
    order: StartTaskOrder,
    limit: number,
    after: string | null,
    matching?: Matching<StartTask>,
  ): Promise<Page<StartTask>>;
  /** The newest tasks since a time. */
  newest(ownerId: string, createdFrom: string, limit: number): Promise<Page<StartTask>>;
  /** The newest task of a conversation, if one page of the owner's newest tasks contains it. */
  latestOf(ownerId: string, conversationId: string): Promise<StartTask | undefined>;
  count(ownerId: string, filter: StartTaskFilter): Promise<number>;
  /** The open tasks of a sandbox, and those that go on when it runs again. */
  openOf(ownerId: string, sandboxId: string): Promise<readonly StartTask[]>;
  /** @throws VersionConflictError when another worker wrote first. */
  save(previous: StartTask, next: StartTask): Promise<void>;
  /** The open tasks of all owners, page by page, for the sweep. */
  watched(): AsyncIterable<readonly StartTask[]>;
}

/** Records starts that ended in ERROR or with warnings. */
export interface EndedStarts {
  /**
   * Writes the end of a task and, in the same transaction, its warnings and the reason of a failure to its
   * conversation, and the time of a failure to its sandbox. Does not change a conversation with a later start, nor its
   * sandbox, nor a sandbox that is shared, was not created for a conversation, or is in another generation.
   *
   * @throws VersionConflictError when another worker wrote the task first.
   */
  write(previous: StartTask, next: StartTask): Promise<void>;
  /**
   * Writes that a task goes on which a pause had ended, and that its conversation no longer has failed.
   *
   * @throws VersionConflictError when another worker wrote the task first, or the conversation has a later start
   */
  resume(previous: StartTask, next: StartTask): Promise<void>;
}

/** How start tasks are counted. They are never deleted. */
export function countedStartTasks(table: Table<'startTasks'>): CountedRows<'total'> {
  return { table, sortKey: 'start_task_id', countsOf: () => ({ total: 1 }) };
}

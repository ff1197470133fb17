import type { CountedRows } from '../../../../platform/aws/kept-counts.ts';
import type { Page } from '../../../../platform/paging.ts';
import type { Table } from '../../../../rights/statement.ts';
import type { StartTask } from './start-task.ts';

export interface StartTaskFilter {
  readonly conversationId?: string | undefined;
  readonly createdFrom?: string | undefined;
}

export interface StartTaskOrder {
  readonly by: 'created' | 'updated';
  readonly newestFirst: boolean;
}

export interface StartTaskStore {
  find(ownerId: string, startTaskId: string): Promise<StartTask | undefined>;
  /** In no particular order; unknown ids are missing. */
  findMany(ownerId: string, startTaskIds: readonly string[]): Promise<readonly StartTask[]>;
  list(
    ownerId: string,
    filter: StartTaskFilter,
    order: StartTaskOrder,
    limit: number,
    after: string | null,
  ): Promise<Page<StartTask>>;
  /** The newest task of a conversation, if it is among as many of the owner's newest as one page may look at. */
  latestOf(ownerId: string, conversationId: string): Promise<StartTask | undefined>;
  count(ownerId: string, filter: StartTaskFilter): Promise<number>;
  /** The open tasks that wait for this sandbox. */
  openOf(ownerId: string, sandboxId: string): Promise<readonly StartTask[]>;
  /** @throws VersionConflictError when another worker wrote first. */
  save(previous: StartTask, next: StartTask): Promise<void>;
  /** Everything that is not over, of all owners, a page at a time: for the sweep alone. */
  watched(): AsyncIterable<readonly StartTask[]>;
}

/** Records starts that ended in ERROR. */
export interface FailedStarts {
  /**
   * Writes the end of a task, its reason into its conversation, and its time into the sandbox in which it failed: all
   * or nothing. A conversation that was deleted, or that another start has taken over, stays as it is, and so does its
   * sandbox; also one that others use too, that was not made for a conversation, or that is in another generation.
   *
   * @throws VersionConflictError when another worker wrote the task first.
   */
  write(previous: StartTask, next: StartTask): Promise<void>;
}

/** How start tasks are counted. None is ever removed. */
export function countedStartTasks(table: Table<'startTasks'>): CountedRows<'total'> {
  return { table, sortKey: 'start_task_id', countsOf: () => ({ total: 1 }) };
}

import type { Page } from '../../../../platform/paging/page.ts';
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

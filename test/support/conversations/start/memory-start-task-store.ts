import { isOver, type StartTask } from '../../../../shared/domain/conversations/start/task/start-task.ts';
import type {
  StartTaskFilter,
  StartTaskOrder,
  StartTaskStore,
} from '../../../../shared/domain/conversations/start/task/start-task-store.ts';
import { VersionConflictError } from '../../../../shared/platform/errors.ts';
import type { Page } from '../../../../shared/platform/paging.ts';
import { keyOf, memoryPage, pick } from '../../platform/memory-page.ts';

const createdSort = (task: StartTask) => `${task.created_at}#${task.start_task_id}`;
const updatedSort = (task: StartTask) => `${task.updated_at}#${task.start_task_id}`;

export class MemoryStartTaskStore implements StartTaskStore {
  readonly rows = new Map<string, StartTask>();
  onWrite: (ownerId: string, startTaskId: string) => void = () => undefined;

  static with(...tasks: readonly StartTask[]): MemoryStartTaskStore {
    const store = new MemoryStartTaskStore();
    for (const task of tasks) store.put(task);
    return store;
  }

  put(task: StartTask): void {
    this.rows.set(keyOf(task.owner_id, task.start_task_id), Object.freeze({ ...task }));
    this.onWrite(task.owner_id, task.start_task_id);
  }

  async find(ownerId: string, startTaskId: string): Promise<StartTask | undefined> {
    return this.rows.get(keyOf(ownerId, startTaskId));
  }

  async findMany(ownerId: string, startTaskIds: readonly string[]): Promise<readonly StartTask[]> {
    return pick(this.rows, ownerId, startTaskIds);
  }

  async list(
    ownerId: string,
    filter: StartTaskFilter,
    order: StartTaskOrder,
    limit: number,
    after: string | null,
  ): Promise<Page<StartTask>> {
    const matching = this.#matching(ownerId, filter);
    const sortOf = order.by === 'created' ? createdSort : updatedSort;
    return memoryPage(matching, { sortOf, newestFirst: order.newestFirst, limit, after });
  }

  async latestOf(ownerId: string, conversationId: string): Promise<StartTask | undefined> {
    const page = await this.list(ownerId, { conversationId }, { by: 'created', newestFirst: true }, 1, null);
    return page.items[0];
  }

  async count(ownerId: string, filter: StartTaskFilter): Promise<number> {
    return this.#matching(ownerId, filter).length;
  }

  #matching(ownerId: string, { conversationId, createdFrom }: StartTaskFilter): readonly StartTask[] {
    return [...this.rows.values()].filter(
      (task) =>
        task.owner_id === ownerId &&
        (!conversationId || task.conversation_id === conversationId) &&
        (!createdFrom || task.created_at >= createdFrom),
    );
  }

  async openOf(ownerId: string, sandboxId: string): Promise<readonly StartTask[]> {
    return [...this.rows.values()].filter(
      (task) => task.owner_id === ownerId && task.sandbox_id === sandboxId && !isOver(task),
    );
  }

  async save(previous: StartTask, next: StartTask): Promise<void> {
    const row = this.rows.get(keyOf(previous.owner_id, previous.start_task_id));
    if (row?.version !== previous.version) throw new VersionConflictError('start task', previous.start_task_id);
    this.put(next);
  }

  async *watched(): AsyncIterable<readonly StartTask[]> {
    yield [...this.rows.values()].filter((task) => !isOver(task));
  }
}

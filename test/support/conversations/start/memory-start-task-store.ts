import type { StartBounds } from '../../../../shared/domain/billing/budgets/start-rules.ts';
import { type Conversation, SERVER_FAILED } from '../../../../shared/domain/conversations/record/conversation.ts';
import { ConversationExistsError } from '../../../../shared/domain/conversations/record/conversation-store.ts';
import type {
  ConversationStart,
  ConversationStarts,
} from '../../../../shared/domain/conversations/start/create/start-order.ts';
import { isOver, type StartTask } from '../../../../shared/domain/conversations/start/task/start-task.ts';
import type {
  EndedStarts,
  StartTaskFilter,
  StartTaskOrder,
  StartTaskStore,
} from '../../../../shared/domain/conversations/start/task/start-task-store.ts';
import { CONVERSATIONS_NAMED } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import type { SandboxChange } from '../../../../shared/domain/sandboxes/store/sandbox-store.ts';
import type { Part } from '../../../../shared/platform/aws/transact.ts';
import { VersionConflictError } from '../../../../shared/platform/errors.ts';
import type { Page } from '../../../../shared/platform/paging.ts';
import { keyOf, memoryPage, pick } from '../../platform/memory-page.ts';
import { checkParts, writeParts } from '../../platform/memory-parts.ts';
import type { MemorySandboxStore } from '../../sandboxes/memory-sandbox-store.ts';
import { isListFull, type MemoryConversationStore } from '../record/memory-conversation-store.ts';

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

  newest(ownerId: string, createdFrom: string, limit: number): Promise<Page<StartTask>> {
    return this.list(ownerId, { createdFrom }, { by: 'created', newestFirst: true }, limit, null);
  }

  async latestOf(ownerId: string, conversationId: string): Promise<StartTask | undefined> {
    const page = await this.list(ownerId, { conversationId }, { by: 'created', newestFirst: true }, 1, null);
    return page.items[0];
  }

  async count(ownerId: string, filter: StartTaskFilter): Promise<number> {
    return this.#matching(ownerId, filter).length;
  }

  #matching(ownerId: string, { conversationId, createdFrom, createdBy }: StartTaskFilter): readonly StartTask[] {
    return [...this.rows.values()].filter(
      (task) =>
        task.owner_id === ownerId &&
        (!conversationId || task.conversation_id === conversationId) &&
        (!createdFrom || task.created_at >= createdFrom) &&
        (!createdBy || (task.created_by ?? task.owner_id) === createdBy),
    );
  }

  async openOf(ownerId: string, sandboxId: string): Promise<readonly StartTask[]> {
    return [...this.rows.values()].filter(
      (task) => task.owner_id === ownerId && task.sandbox_id === sandboxId && (!isOver(task) || task.is_paused),
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

interface MemoryStores {
  readonly conversations: MemoryConversationStore;
  readonly startTasks: MemoryStartTaskStore;
  readonly sandboxes: MemorySandboxStore;
}

/** A transaction in memory: all checks come first, then all writes in the same step. */
export class MemoryConversationStarts implements ConversationStarts {
  readonly #stores: MemoryStores;

  constructor(stores: MemoryStores) {
    this.#stores = stores;
  }

  async write(start: ConversationStart, bounds?: StartBounds, first: readonly Part[] = []): Promise<void> {
    checkParts(first);
    const { conversations, startTasks, sandboxes } = this.#stores;
    const { conversation } = start;
    const { row } = conversation;
    const isListed = conversation.kind === 'new' && conversation.isListed !== false;
    const parentId = isListed ? row.parent_conversation_id : null;
    this.#check(start, parentId);
    sandboxes.check(start.sandboxChanges, bounds);

    const parent = parentId === null ? undefined : conversations.rows.get(keyOf(row.owner_id, parentId));
    if (parent)
      conversations.put({ ...parent, sub_conversation_ids: [...parent.sub_conversation_ids, row.conversation_id] });
    const before = conversations.rows.get(keyOf(row.owner_id, row.conversation_id));
    const { sandbox_id, sandbox_created_at, start_task_id, start_error, updated_at } = row;
    const { llm_model, llm_model_by, llm_profile } = row;
    const moved = {
      llm_model,
      llm_model_by,
      llm_profile,
      sandbox_id,
      sandbox_created_at,
      start_task_id,
      start_error,
      start_warnings: (before?.start_warnings ?? []).filter(({ code }) => code === SERVER_FAILED),
      updated_at,
    };
    conversations.put(before ? { ...before, ...moved } : row);
    startTasks.put(start.task);
    sandboxes.apply([...this.#joined(start), ...start.sandboxChanges], bounds);
    writeParts(first);
  }

  /** Increments the current row, not the one that was read. */
  #joined({ join, conversation }: ConversationStart): SandboxChange[] {
    const row = join && this.#stores.sandboxes.rows.get(keyOf(join.sandbox.owner_id, join.sandbox.sandbox_id));
    if (!row) return [];
    const { conversation_id: id } = conversation.row;
    const { conversation_ids: ids } = row;
    const isNamed =
      !join.sandbox.conversation_ids.includes(id) && join.sandbox.conversation_ids.length < CONVERSATIONS_NAMED;
    const next = {
      ...row,
      conversation_ids: isNamed ? [...ids, id] : ids,
      conversation_count: row.conversation_count + join.adds,
      version: row.version + 1,
      last_activity_at: join.at,
      updated_at: join.at,
    };
    return [{ previous: row, next }];
  }

  #check({ conversation, task, join }: ConversationStart, parentId: string | null): void {
    const { conversations, startTasks, sandboxes } = this.#stores;
    const { row } = conversation;
    const found = conversations.rows.get(keyOf(row.owner_id, row.conversation_id));
    if (conversation.kind === 'new' && found)
      throw new ConversationExistsError(`conversation ${row.conversation_id} exists`);
    const isAsRead = (previous: Conversation) =>
      found?.sandbox_id === previous.sandbox_id && found.start_task_id === previous.start_task_id;
    if (conversation.kind === 'existing' && !isAsRead(conversation.previous))
      throw new VersionConflictError('conversation', row.conversation_id);
    if (startTasks.rows.has(keyOf(task.owner_id, task.start_task_id)))
      throw new Error(`two start tasks got the id ${task.start_task_id}`);
    const parent = parentId === null ? undefined : conversations.rows.get(keyOf(row.owner_id, parentId));
    if (parentId !== null && (!parent || isListFull(parent))) throw new VersionConflictError('conversation', parentId);
    if (!join) return;
    const { owner_id, sandbox_id, created_at } = join.sandbox;
    const sandbox = sandboxes.rows.get(keyOf(owner_id, sandbox_id));
    if (sandbox?.desired !== 'RUNNING' || sandbox.created_at !== created_at)
      throw new VersionConflictError('sandbox', sandbox_id);
  }
}

interface Stores {
  readonly conversations: MemoryConversationStore;
  readonly startTasks: MemoryStartTaskStore;
  readonly sandboxes: MemorySandboxStore;
}

export class MemoryEndedStarts implements EndedStarts {
  readonly #stores: Stores;

  constructor(stores: Stores) {
    this.#stores = stores;
  }

  async resume(previous: StartTask, next: StartTask): Promise<void> {
    const { conversations, startTasks } = this.#stores;
    const row = conversations.rows.get(keyOf(next.owner_id, next.conversation_id));
    if (row?.start_task_id !== next.start_task_id) throw new VersionConflictError('conversation', next.conversation_id);
    await startTasks.save(previous, next);
    conversations.put({ ...row, start_error: null });
  }

  async write(previous: StartTask, next: StartTask): Promise<void> {
    const { conversations, startTasks, sandboxes } = this.#stores;
    await startTasks.save(previous, next);
    const row = conversations.rows.get(keyOf(next.owner_id, next.conversation_id));
    if (row?.start_task_id !== next.start_task_id) return;
    const { status, detail: start_error, updated_at, warnings: start_warnings = [] } = next;
    conversations.put({ ...row, start_warnings, ...(status === 'ERROR' ? { start_error, updated_at } : {}) });
    if (status !== 'ERROR') return;
    const key = keyOf(next.owner_id, next.sandbox_id);
    const sandbox = sandboxes.rows.get(key);
    const isAsItWas = sandbox?.desired === 'RUNNING' && sandbox.generation === next.generation;
    if (isAsItWas && sandbox.created_for_conversation && sandbox.conversation_count <= 1)
      sandboxes.rows.set(key, { ...sandbox, start_failed_at: next.updated_at, version: sandbox.version + 1 });
  }
}

import {
  ConversationExistsError,
  type ConversationStart,
  type ConversationStarts,
} from '../../shared/conversations/conversation-starts.ts';
import { NotFoundError, VersionConflictError } from '../../shared/errors.ts';
import type { MemoryConversationStore } from './memory-conversation-store.ts';
import { keyOf } from './memory-page.ts';
import type { MemorySandboxStore } from './memory-sandbox-store.ts';
import type { MemoryStartTaskStore } from './memory-start-task-store.ts';

export interface MemoryStores {
  readonly conversations: MemoryConversationStore;
  readonly startTasks: MemoryStartTaskStore;
  readonly sandboxes: MemorySandboxStore;
}

/** Everything is checked before anything is written, and nothing waits in between: a transaction in memory. */
export class MemoryConversationStarts implements ConversationStarts {
  readonly #stores: MemoryStores;

  constructor(stores: MemoryStores) {
    this.#stores = stores;
  }

  async write(start: ConversationStart, limit: number): Promise<void> {
    const { conversations, startTasks, sandboxes } = this.#stores;
    const { row, kind } = start.conversation;
    const parentId = kind === 'new' ? row.parent_conversation_id : null;
    this.#check(start, parentId);
    sandboxes.check(start.sandboxChanges, limit);

    const parent = parentId === null ? undefined : conversations.rows.get(keyOf(row.owner_id, parentId));
    if (parent)
      conversations.put({ ...parent, sub_conversation_ids: [...parent.sub_conversation_ids, row.conversation_id] });
    const before = conversations.rows.get(keyOf(row.owner_id, row.conversation_id));
    conversations.put(before ? { ...before, sandbox_id: row.sandbox_id, updated_at: row.updated_at } : row);
    startTasks.put(start.task);
    sandboxes.apply(start.sandboxChanges);
  }

  #check({ conversation: { kind, row }, task, runningSandboxId }: ConversationStart, parentId: string | null): void {
    const { conversations, startTasks, sandboxes } = this.#stores;
    const exists = conversations.rows.has(keyOf(row.owner_id, row.conversation_id));
    if (kind === 'new' && exists) throw new ConversationExistsError(`conversation ${row.conversation_id} exists`);
    if (kind === 'existing' && !exists) throw new NotFoundError('conversation', row.conversation_id);
    if (startTasks.rows.has(keyOf(task.owner_id, task.start_task_id)))
      throw new Error(`two start tasks got the id ${task.start_task_id}`);
    if (parentId !== null && !conversations.rows.has(keyOf(row.owner_id, parentId)))
      throw new NotFoundError('parent conversation', parentId);
    if (runningSandboxId === null) return;
    if (sandboxes.rows.get(keyOf(task.owner_id, runningSandboxId))?.desired !== 'RUNNING')
      throw new VersionConflictError('sandbox', runningSandboxId);
  }
}

import type { FailedStarts } from '../../../shared/domain/start-tasks/task/failed-starts.ts';
import type { StartTask } from '../../../shared/domain/start-tasks/task/start-task.ts';
import type { MemoryConversationStore } from '../conversations/memory-conversation-store.ts';
import { keyOf } from '../platform/memory-page.ts';
import type { MemoryStartTaskStore } from './memory-start-task-store.ts';

export class MemoryFailedStarts implements FailedStarts {
  readonly #stores: { readonly conversations: MemoryConversationStore; readonly startTasks: MemoryStartTaskStore };

  constructor(stores: { readonly conversations: MemoryConversationStore; readonly startTasks: MemoryStartTaskStore }) {
    this.#stores = stores;
  }

  async write(previous: StartTask, next: StartTask): Promise<void> {
    const { conversations, startTasks } = this.#stores;
    await startTasks.save(previous, next);
    const row = conversations.rows.get(keyOf(next.owner_id, next.conversation_id));
    if (row?.start_task_id !== next.start_task_id) return;
    conversations.put({ ...row, start_error: next.detail, updated_at: next.updated_at });
  }
}

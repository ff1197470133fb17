import type { StartTask } from '../../../../shared/domain/conversations/start/task/start-task.ts';
import type { FailedStarts } from '../../../../shared/domain/conversations/start/task/start-task-store.ts';
import { keyOf } from '../../platform/memory-page.ts';
import type { MemorySandboxStore } from '../../sandboxes/memory-sandbox-store.ts';
import type { MemoryConversationStore } from '../record/memory-conversation-store.ts';
import type { MemoryStartTaskStore } from './memory-start-task-store.ts';

interface Stores {
  readonly conversations: MemoryConversationStore;
  readonly startTasks: MemoryStartTaskStore;
  readonly sandboxes: MemorySandboxStore;
}

export class MemoryFailedStarts implements FailedStarts {
  readonly #stores: Stores;

  constructor(stores: Stores) {
    this.#stores = stores;
  }

  async write(previous: StartTask, next: StartTask): Promise<void> {
    const { conversations, startTasks, sandboxes } = this.#stores;
    await startTasks.save(previous, next);
    const row = conversations.rows.get(keyOf(next.owner_id, next.conversation_id));
    if (row?.start_task_id !== next.start_task_id) return;
    conversations.put({ ...row, start_error: next.detail, updated_at: next.updated_at });
    const key = keyOf(next.owner_id, next.sandbox_id);
    const sandbox = sandboxes.rows.get(key);
    const isAsItWas = sandbox?.desired === 'RUNNING' && sandbox.generation === next.generation;
    if (isAsItWas && sandbox.created_for_conversation && sandbox.conversation_count <= 1)
      sandboxes.rows.set(key, { ...sandbox, start_failed_at: next.updated_at, version: sandbox.version + 1 });
  }
}

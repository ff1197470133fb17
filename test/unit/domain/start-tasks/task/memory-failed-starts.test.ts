import { beforeEach, describe } from 'vitest';
import { MemoryConversationStore } from '../../../../support/conversations/memory-conversation-store.ts';
import { failedStartsSuite } from '../../../../support/start-tasks/failed-starts.suite.ts';
import { MemoryFailedStarts } from '../../../../support/start-tasks/memory-failed-starts.ts';
import { MemoryStartTaskStore } from '../../../../support/start-tasks/memory-start-task-store.ts';

describe('failed starts in memory', () => {
  let [startTasks, conversations] = [new MemoryStartTaskStore(), new MemoryConversationStore()];
  beforeEach(() => {
    [startTasks, conversations] = [new MemoryStartTaskStore(), new MemoryConversationStore()];
  });

  failedStartsSuite(() => ({
    failed: new MemoryFailedStarts({ startTasks, conversations }),
    addTask: async (task) => startTasks.put(task),
    addConversation: async (row) => conversations.put(row),
    findTask: (ownerId, id) => startTasks.find(ownerId, id),
    findConversation: (ownerId, id) => conversations.find(ownerId, id),
  }));
});

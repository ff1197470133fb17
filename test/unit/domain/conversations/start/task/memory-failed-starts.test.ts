import { beforeEach, describe } from 'vitest';
import { systemClock } from '../../../../../../shared/platform/clock.ts';
import { MemoryConversationStore } from '../../../../../support/conversations/record/memory-conversation-store.ts';
import { failedStartsSuite } from '../../../../../support/conversations/start/failed-starts.suite.ts';
import { MemoryConversationStarts } from '../../../../../support/conversations/start/memory-conversation-starts.ts';
import { MemoryFailedStarts } from '../../../../../support/conversations/start/memory-failed-starts.ts';
import { MemoryStartTaskStore } from '../../../../../support/conversations/start/memory-start-task-store.ts';
import { MemorySandboxStore } from '../../../../../support/sandboxes/memory-sandbox-store.ts';

describe('failed starts in memory', () => {
  const fresh = () => ({
    startTasks: new MemoryStartTaskStore(),
    conversations: new MemoryConversationStore(),
    sandboxes: new MemorySandboxStore(systemClock),
  });
  let stores = fresh();
  beforeEach(() => {
    stores = fresh();
  });

  failedStartsSuite(() => ({
    failed: new MemoryFailedStarts(stores),
    starts: new MemoryConversationStarts(stores),
    sandboxes: stores.sandboxes,
    addTask: async (task) => stores.startTasks.put(task),
    addConversation: async (row) => stores.conversations.put(row),
    findTask: (ownerId, id) => stores.startTasks.find(ownerId, id),
    findConversation: (ownerId, id) => stores.conversations.find(ownerId, id),
  }));
});

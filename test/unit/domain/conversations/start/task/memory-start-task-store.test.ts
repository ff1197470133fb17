import { beforeEach, describe } from 'vitest';
import { MemoryStartTaskStore } from '../../../../../support/conversations/start/memory-start-task-store.ts';
import { startTaskStoreSuite } from '../../../../../support/conversations/start/start-task-store.suite.ts';

describe('start tasks in memory', () => {
  let store = new MemoryStartTaskStore();
  beforeEach(() => {
    store = new MemoryStartTaskStore();
  });

  startTaskStoreSuite(() => ({ store, add: async (task) => store.put(task) }));
});

import { beforeEach, describe } from 'vitest';
import { MemoryStartTaskStore } from '../../../../support/start-tasks/memory-start-task-store.ts';
import { startTaskStoreSuite } from '../../../../support/start-tasks/start-task-store.suite.ts';

describe('start tasks in memory', () => {
  let store = new MemoryStartTaskStore();
  beforeEach(() => {
    store = new MemoryStartTaskStore();
  });

  startTaskStoreSuite(() => ({ store, add: async (task) => store.put(task) }));
});

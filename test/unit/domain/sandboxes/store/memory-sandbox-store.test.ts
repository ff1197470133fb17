import { describe } from 'vitest';
import { MemorySandboxStore } from '../../../../support/sandboxes/memory-sandbox-store.ts';
import { MemoryWarmTasks } from '../../../../support/sandboxes/memory-warm-tasks.ts';
import { sandboxRecordsSuite } from '../../../../support/sandboxes/sandbox-records.suite.ts';
import { sandboxStoreSuite } from '../../../../support/sandboxes/sandbox-store.suite.ts';
import { warmTasksSuite } from '../../../../support/sandboxes/warm-tasks.suite.ts';

describe('sandboxes in memory', () => {
  const store = new MemorySandboxStore();
  sandboxStoreSuite(() => store);
  sandboxRecordsSuite(() => ({
    store,
    spoilCount: async (ownerId, difference) => {
      store.active.set(ownerId, (store.active.get(ownerId) ?? 0) + difference);
    },
  }));
});

warmTasksSuite(async (now) => {
  const sandboxes = new MemorySandboxStore(now);
  const pool = new MemoryWarmTasks(sandboxes, now);
  return { sandboxes, warmTasks: pool, warmPool: pool };
});

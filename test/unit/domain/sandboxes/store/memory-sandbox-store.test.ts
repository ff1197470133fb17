import { describe } from 'vitest';
import { MemorySandboxStore } from '../../../../support/sandboxes/memory-sandbox-store.ts';
import { sandboxRecordsSuite } from '../../../../support/sandboxes/sandbox-records.suite.ts';
import { sandboxStoreSuite } from '../../../../support/sandboxes/sandbox-store.suite.ts';

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

import { beforeEach, describe } from 'vitest';
import { MemorySandboxStore } from '../../support/memory-sandbox-store.ts';
import { sandboxStoreSuite } from '../../support/sandbox-store.suite.ts';

describe('sandboxes in memory', () => {
  let store: MemorySandboxStore;
  beforeEach(() => {
    store = new MemorySandboxStore();
  });

  sandboxStoreSuite(() => store);
});

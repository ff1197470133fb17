import { beforeEach, describe } from 'vitest';
import { MemorySecretStore } from '../../support/memory-secret-store.ts';
import { MemorySettingsStore } from '../../support/memory-settings-store.ts';
import { secretStoreSuite } from '../../support/secret-store.suite.ts';
import { settingsStoreSuite } from '../../support/settings-store.suite.ts';

describe('secrets in memory', () => {
  let store = new MemorySecretStore();
  beforeEach(() => {
    store = new MemorySecretStore();
  });
  secretStoreSuite(() => store);
});

describe('settings in memory', () => {
  let store = new MemorySettingsStore();
  beforeEach(() => {
    store = new MemorySettingsStore();
  });
  settingsStoreSuite(() => store);
});

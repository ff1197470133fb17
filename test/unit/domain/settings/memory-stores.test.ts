import { beforeEach, describe } from 'vitest';
import { MemorySecretStore } from '../../../support/settings/memory-secret-store.ts';
import { MemorySettingsStore } from '../../../support/settings/memory-settings-store.ts';
import { secretStoreSuite } from '../../../support/settings/secret-store.suite.ts';
import { settingsStoreSuite } from '../../../support/settings/settings-store.suite.ts';

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

import { describe } from 'vitest';
import { MemoryVault } from '../../../support/platform/memory-vault.ts';
import { vaultSuite } from '../../../support/platform/vault.suite.ts';

describe('a vault in memory', () => {
  const vault = new MemoryVault();
  vaultSuite(() => vault);
});

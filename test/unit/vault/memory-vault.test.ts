import { describe } from 'vitest';
import { MemoryVault } from '../../support/memory-vault.ts';
import { vaultSuite } from '../../support/vault.suite.ts';

describe('a vault in memory', () => {
  const vault = new MemoryVault();
  vaultSuite(() => vault);
});

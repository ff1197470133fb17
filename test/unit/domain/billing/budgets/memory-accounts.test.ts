import { describe } from 'vitest';
import { accountOf } from '../../../../../shared/domain/billing/budgets/account.ts';
import { ownerAccountsSuite } from '../../../../support/billing/owner-accounts.suite.ts';
import { MemorySandboxStore } from '../../../../support/sandboxes/memory-sandbox-store.ts';

describe('accounts in memory', () => {
  const store = new MemorySandboxStore();
  ownerAccountsSuite(() => ({
    store,
    accounts: store,
    setLimits: async (owner_id, limits) => {
      store.limits.set(owner_id, accountOf({ owner_id, ...limits }).limits);
    },
    spoilKeyCount: async (ownerId, keyId, difference) => {
      const counts = store.activeByLineage.get(ownerId);
      store.activeByLineage.set(ownerId, new Map(counts).set(keyId, (counts?.get(keyId) ?? 0) + difference));
    },
    published: async (ownerId) => store.published.filter((event) => event.ownerId === ownerId).map(({ id }) => id),
  }));
});

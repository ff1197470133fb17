import { describe } from 'vitest';
import type { Clock } from '../../../../shared/platform/clock.ts';
import { claimStoreSuite } from '../../../support/http/claim-store.suite.ts';
import { MemoryClaimStore } from '../../../support/http/memory-claim-store.ts';
import { checkParts, writeParts } from '../../../support/platform/memory-parts.ts';

let store: MemoryClaimStore | undefined;

describe('claims in memory', () => {
  claimStoreSuite((now: Clock) => {
    store ??= new MemoryClaimStore(now);
    return {
      store,
      write: async (parts) => {
        checkParts(parts);
        writeParts(parts);
      },
    };
  });
});

import { describe } from 'vitest';
import { MemoryPendingMessages } from '../../support/memory-pending-messages.ts';
import { pendingMessagesSuite } from '../../support/pending-messages.suite.ts';

describe('pending messages in memory', () => {
  pendingMessagesSuite((now) => new MemoryPendingMessages(now));
});

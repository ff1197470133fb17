import { describe } from 'vitest';
import { MemoryPendingMessages } from '../../../support/messages/memory-pending-messages.ts';
import { pendingMessagesSuite } from '../../../support/messages/pending-messages.suite.ts';

describe('pending messages in memory', () => {
  pendingMessagesSuite((now) => new MemoryPendingMessages(now));
});

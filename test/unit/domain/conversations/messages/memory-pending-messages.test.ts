import { describe } from 'vitest';
import { MemoryPendingMessages } from '../../../../support/conversations/messages/memory-pending-messages.ts';
import { pendingMessagesSuite } from '../../../../support/conversations/messages/pending-messages.suite.ts';

describe('pending messages in memory', () => {
  pendingMessagesSuite((now) => new MemoryPendingMessages(now));
});

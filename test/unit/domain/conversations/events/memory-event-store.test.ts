import { describe } from 'vitest';
import { eventStoreSuite } from '../../../../support/conversations/events/event-store.suite.ts';
import { MemoryEventStore } from '../../../../support/conversations/events/memory-event-store.ts';

describe('events in memory', () => {
  const store = new MemoryEventStore();
  eventStoreSuite(() => ({
    writer: store,
    reader: store,
    purge: store,
    leases: store,
    markDeleted: async (log, deletedAt) => store.markDeleted(log, deletedAt),
  }));
});

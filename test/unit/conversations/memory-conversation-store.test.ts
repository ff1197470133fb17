import { beforeEach, describe } from 'vitest';
import { conversationStartsSuite } from '../../support/conversation-starts.suite.ts';
import { conversationStoreSuite } from '../../support/conversation-store.suite.ts';
import { MemoryConversationStarts } from '../../support/memory-conversation-starts.ts';
import { MemoryConversationStore } from '../../support/memory-conversation-store.ts';
import { MemorySandboxStore } from '../../support/memory-sandbox-store.ts';
import { MemoryStartTaskStore } from '../../support/memory-start-task-store.ts';

const emptyStores = () => ({
  conversations: new MemoryConversationStore(),
  sandboxes: new MemorySandboxStore(),
  startTasks: new MemoryStartTaskStore(),
});

let stores = emptyStores();
beforeEach(() => {
  stores = emptyStores();
});

describe('conversations in memory', () => {
  conversationStoreSuite(() => ({
    store: stores.conversations,
    add: async (conversation) => stores.conversations.put(conversation),
  }));
});

describe('conversation starts in memory', () => {
  conversationStartsSuite(() => ({ ...stores, starts: new MemoryConversationStarts(stores) }));
});

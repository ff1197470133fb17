import { describe } from 'vitest';
import { conversationDeletionsSuite } from '../../support/conversation-deletions.suite.ts';
import { MemoryConversationDeletions } from '../../support/memory-conversation-deletions.ts';
import { MemoryConversationStore } from '../../support/memory-conversation-store.ts';
import { MemorySandboxStore } from '../../support/memory-sandbox-store.ts';

const stores = { conversations: new MemoryConversationStore(), sandboxes: new MemorySandboxStore() };

describe('conversation deletions in memory', () => {
  conversationDeletionsSuite(() => ({
    ...stores,
    deletions: new MemoryConversationDeletions(stores),
    add: async (conversation) => stores.conversations.put(conversation),
  }));
});

import { describe } from 'vitest';
import { conversationUpdatesSuite } from '../../support/conversation-updates.suite.ts';
import { MemoryConversationStore } from '../../support/memory-conversation-store.ts';
import { MemoryConversationUpdates } from '../../support/memory-conversation-updates.ts';

const conversations = new MemoryConversationStore();

describe('conversation updates in memory', () => {
  conversationUpdatesSuite(() => ({
    conversations,
    updates: new MemoryConversationUpdates(conversations),
    add: async (conversation) => conversations.put(conversation),
  }));
});

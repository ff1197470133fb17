import type { Conversation } from '../../shared/conversations/conversation.ts';
import {
  attributesOf,
  type ConversationChange,
  type ConversationUpdates,
} from '../../shared/conversations/conversation-updates.ts';
import type { MemoryConversationStore } from './memory-conversation-store.ts';

export class MemoryConversationUpdates implements ConversationUpdates {
  readonly #conversations: MemoryConversationStore;

  constructor(conversations: MemoryConversationStore) {
    this.#conversations = conversations;
  }

  async update(
    ownerId: string,
    conversationId: string,
    change: ConversationChange,
    at: string,
  ): Promise<Conversation | undefined> {
    const row = await this.#conversations.find(ownerId, conversationId);
    if (!row) return undefined;
    const next = { ...row, ...attributesOf(conversationId, change, at) };
    this.#conversations.put(next);
    return next;
  }
}

import type {
  ConversationHome,
  ConversationHomes,
} from '../../../../shared/domain/conversations/record/conversation-homes.ts';
import type { ConversationStore } from '../../../../shared/domain/conversations/record/conversation-store.ts';
import type { SandboxReader } from '../../../../shared/domain/sandboxes/store/sandbox-store.ts';

interface Stores {
  readonly conversations: Pick<ConversationStore, 'find'>;
  readonly sandboxes: Pick<SandboxReader, 'find'>;
}

export class MemoryConversationHomes implements ConversationHomes {
  readonly #stores: Stores;

  constructor(stores: Stores) {
    this.#stores = stores;
  }

  async find(ownerId: string, conversationId: string): Promise<ConversationHome | undefined> {
    const { conversations, sandboxes } = this.#stores;
    const conversation = await conversations.find(ownerId, conversationId);
    return conversation && { conversation, found: await sandboxes.find(ownerId, conversation.sandbox_id) };
  }
}

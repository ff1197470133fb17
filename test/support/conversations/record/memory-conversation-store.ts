import type { Conversation } from '../../../../shared/domain/conversations/record/conversation.ts';
import {
  attributesOf,
  type ConversationChange,
  type ConversationFilter,
  type ConversationStore,
} from '../../../../shared/domain/conversations/record/conversation-store.ts';
import { type Revisions, requireRevision } from '../../../../shared/platform/errors.ts';
import type { Page } from '../../../../shared/platform/paging.ts';
import { keyOf, memoryPage, pick } from '../../platform/memory-page.ts';

const createdSort = (conversation: Conversation) => `${conversation.created_at}#${conversation.conversation_id}`;

export class MemoryConversationStore implements ConversationStore {
  readonly rows = new Map<string, Conversation>();

  static with(...conversations: readonly Conversation[]): MemoryConversationStore {
    const store = new MemoryConversationStore();
    for (const conversation of conversations) store.put(conversation);
    return store;
  }

  put(conversation: Conversation): void {
    this.rows.set(keyOf(conversation.owner_id, conversation.conversation_id), Object.freeze({ ...conversation }));
  }

  async find(ownerId: string, conversationId: string): Promise<Conversation | undefined> {
    return this.rows.get(keyOf(ownerId, conversationId));
  }

  async findMany(ownerId: string, conversationIds: readonly string[]): Promise<readonly Conversation[]> {
    return pick(this.rows, ownerId, conversationIds);
  }

  async list(
    ownerId: string,
    filter: ConversationFilter,
    limit: number,
    after: string | null,
  ): Promise<Page<Conversation>> {
    return memoryPage(this.#matching(ownerId, filter), { sortOf: createdSort, newestFirst: true, limit, after });
  }

  async count(ownerId: string, filter: ConversationFilter): Promise<number> {
    return this.#matching(ownerId, filter).length;
  }

  async update(
    ownerId: string,
    conversationId: string,
    change: ConversationChange,
    at: string,
    revisions?: Revisions,
  ): Promise<Conversation | undefined> {
    const row = this.rows.get(keyOf(ownerId, conversationId));
    if (!row) return undefined;
    const revision = row.revision ?? 0;
    requireRevision(revision, revisions, 'conversation');
    const next = { ...row, ...attributesOf(conversationId, change, at), revision: revision + 1 };
    this.put(next);
    return next;
  }

  #matching(ownerId: string, filter: ConversationFilter): Conversation[] {
    return [...this.rows.values()].filter((row) => row.owner_id === ownerId && matches(row, filter));
  }
}

function matches(row: Conversation, filter: ConversationFilter): boolean {
  const isWithin = (at: string, from?: string, before?: string) =>
    (from === undefined || at >= from) && (before === undefined || at < before);
  return (
    row.title.toLowerCase().includes((filter.titleContains ?? '').toLowerCase()) &&
    isWithin(row.created_at, filter.createdFrom, filter.createdBefore) &&
    isWithin(row.updated_at, filter.updatedFrom, filter.updatedBefore) &&
    (!filter.sandboxId || row.sandbox_id === filter.sandboxId) &&
    (!filter.repository || row.selected_repository === filter.repository) &&
    (!filter.trigger || row.trigger === filter.trigger) &&
    (filter.includeSubConversations || row.parent_conversation_id === null)
  );
}

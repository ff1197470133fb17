import type { Page } from '../paging/page.ts';
import type { Conversation } from './conversation.ts';

/** Which conversations a search is after. Times are inclusive below and exclusive above. */
export interface ConversationFilter {
  readonly titleContains?: string | undefined;
  readonly createdFrom?: string | undefined;
  readonly createdBefore?: string | undefined;
  readonly updatedFrom?: string | undefined;
  readonly updatedBefore?: string | undefined;
  readonly sandboxId?: string | undefined;
  readonly repository?: string | undefined;
  readonly trigger?: string | undefined;
  /** Conversations that another conversation started are left out otherwise. */
  readonly includeSubConversations: boolean;
}

export interface ConversationStore {
  find(ownerId: string, conversationId: string): Promise<Conversation | undefined>;
  /** In no particular order; unknown ids are missing. */
  findMany(ownerId: string, conversationIds: readonly string[]): Promise<readonly Conversation[]>;
  /** Newest first. */
  list(ownerId: string, filter: ConversationFilter, limit: number, after: string | null): Promise<Page<Conversation>>;
  count(ownerId: string, filter: ConversationFilter): Promise<number>;
}

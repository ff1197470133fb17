import type * as z from 'zod';
import type { searchAppConversations } from '../../contract/conversations.ts';
import { pageIdAfter, positionOf } from '../../platform/paging/page-id.ts';
import type { ConversationFilter, ConversationStore } from './conversation-store.ts';
import { appConversationViews, type ViewDeps } from './conversation-view.ts';

type Search = z.output<typeof searchAppConversations.query>;

export interface SearchDeps extends ViewDeps {
  readonly conversations: ConversationStore;
}

/** The search of the current generation, which two paths offer. */
export async function searchConversations(
  ownerId: string,
  { page_id: pageId, limit, ...filters }: Search,
  deps: SearchDeps,
) {
  const scope = { ownerId, list: 'app-conversations', filters };
  const page = await deps.conversations.list(ownerId, filterOf(filters), limit, positionOf(pageId, scope));
  return { items: await appConversationViews(ownerId, page.items, deps), next_page_id: pageIdAfter(page.next, scope) };
}

export function filterOf(filters: Omit<Search, 'page_id' | 'limit'>): ConversationFilter {
  return {
    titleContains: filters.title__contains,
    createdFrom: filters.created_at__gte,
    createdBefore: filters.created_at__lt,
    updatedFrom: filters.updated_at__gte,
    updatedBefore: filters.updated_at__lt,
    sandboxId: filters.sandbox_id__eq,
    includeSubConversations: filters.include_sub_conversations,
  };
}

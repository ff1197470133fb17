import type * as z from 'zod';
import type { searchAppConversations } from '../../../contract/conversations/conversations.ts';
import { pageIdAfter, positionOf } from '../../../platform/paging/page-id.ts';
import type { ConversationFilter } from './conversation-store.ts';
import { appConversationViews, type ViewDeps } from './conversation-view.ts';
import { type PageDeps, pageWithSandboxes } from './page-with-sandboxes.ts';

type Search = z.output<typeof searchAppConversations.query>;

export interface SearchDeps extends ViewDeps, PageDeps {
  readonly sandboxes: ViewDeps['sandboxes'] & PageDeps['sandboxes'];
}

/** The search of the current generation, which two paths offer. */
export async function searchConversations(
  ownerId: string,
  { page_id: pageId, limit, ...filters }: Search,
  deps: SearchDeps,
) {
  const scope = { ownerId, list: 'app-conversations', filters };
  const after = positionOf(pageId, scope);
  const { items, next, known } = await pageWithSandboxes(ownerId, { filter: filterOf(filters), limit, after }, deps);
  return { items: await appConversationViews(ownerId, items, deps, known), next_page_id: pageIdAfter(next, scope) };
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

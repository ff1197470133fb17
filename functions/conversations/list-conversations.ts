import { listConversations as endpoint } from '../../shared/contract/conversations.ts';
import type { ConversationStore } from '../../shared/domain/conversations/conversation-store.ts';
import { legacyViews, type ViewDeps } from '../../shared/domain/conversations/conversation-view.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { pageIdAfter, positionOf } from '../../shared/platform/paging/page-id.ts';
import { conversationReports, conversationStore } from '../../shared/wiring/conversations.ts';
import { sandboxKeys, sandboxReader } from '../../shared/wiring/sandboxes.ts';

interface Deps extends ViewDeps {
  readonly conversations: ConversationStore;
}

export const listConversations = implement(endpoint, async ({ query, caller: { ownerId } }, deps: Deps) => {
  const { page_id: pageId, limit, ...filters } = query;
  const scope = { ownerId, list: endpoint.id, filters };
  const filter = {
    repository: filters.selected_repository,
    trigger: filters.conversation_trigger,
    includeSubConversations: filters.include_sub_conversations,
  };
  const page = await deps.conversations.list(ownerId, filter, limit, positionOf(pageId, scope));
  return { results: await legacyViews(ownerId, page.items, deps), next_page_id: pageIdAfter(page.next, scope) };
});

export const handler = serve(listConversations, () => ({
  conversations: conversationStore(),
  sandboxes: sandboxReader(),
  keys: sandboxKeys(),
  reports: conversationReports(),
}));

import { listConversations as endpoint } from '../../shared/contract/conversations/legacy-conversations.ts';
import { onlyFor } from '../../shared/contract/endpoint/audience.ts';
import { legacyViews } from '../../shared/domain/conversations/record/conversation-view.ts';
import { type ListDeps, pageWithSandboxes } from '../../shared/domain/conversations/search/search-conversations.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { systemClock } from '../../shared/platform/clock.ts';
import { pageIdAfter, positionOf } from '../../shared/platform/paging.ts';
import { conversationReports, conversationStore } from '../../shared/wiring/conversations.ts';
import { sandboxKeys, sandboxReader } from '../../shared/wiring/sandboxes.ts';

export const listConversations = implement(endpoint, async ({ query, caller }, deps: ListDeps) => {
  const { ownerId } = caller;
  const { page_id: pageId, limit, ...filters } = query;
  const scope = { ownerId, list: endpoint.id, filters };
  const filter = {
    repository: filters.selected_repository,
    trigger: filters.conversation_trigger,
    includeSubConversations: filters.include_sub_conversations,
    visibleTo: onlyFor(caller),
  };
  const after = positionOf(pageId, scope);
  const { items, next, known } = await pageWithSandboxes(ownerId, { filter, limit, after }, deps);
  return { results: await legacyViews(caller, items, deps, known), next_page_id: pageIdAfter(next, scope) };
});

export const handler = serve(listConversations, (granted) => ({
  conversations: conversationStore(granted),
  sandboxes: sandboxReader(granted),
  keys: sandboxKeys(granted),
  reports: conversationReports(granted),
  now: systemClock,
}));

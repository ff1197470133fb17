import { listAppConversations as endpoint } from '../../shared/contract/conversations/conversations.ts';
import type { ConversationStore } from '../../shared/domain/conversations/record/conversation-store.ts';
import { appConversationViews } from '../../shared/domain/conversations/record/conversation-view.ts';
import {
  manyWithSandboxes,
  type SearchDeps,
  searchConversations,
} from '../../shared/domain/conversations/search/search-conversations.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { systemClock } from '../../shared/platform/clock.ts';
import { conversationReports, conversationStore, eventReader } from '../../shared/wiring/conversations.ts';
import { sandboxKeys, sandboxReader } from '../../shared/wiring/sandboxes.ts';

interface Deps extends SearchDeps {
  readonly conversations: SearchDeps['conversations'] & Pick<ConversationStore, 'findMany'>;
}

/** Clients use one path for two operations: with `ids` an array in their order, without them a page. */
export const listAppConversations = implement(endpoint, async ({ query: { ids, ...query }, caller }, deps: Deps) => {
  if (!ids) return searchConversations(caller, query, deps);
  const { items, known } = await manyWithSandboxes(caller.ownerId, ids, deps);
  const views = new Map((await appConversationViews(caller, items, deps, known)).map((view) => [view.id, view]));
  return ids.map((id) => views.get(id) ?? null);
});

export const handler = serve(listAppConversations, (granted) => ({
  conversations: conversationStore(granted),
  sandboxes: sandboxReader(granted),
  keys: sandboxKeys(granted),
  reports: conversationReports(granted),
  events: eventReader(granted),
  now: systemClock,
}));

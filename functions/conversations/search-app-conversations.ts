import { searchAppConversations as endpoint } from '../../shared/contract/conversations/conversations.ts';
import { type SearchDeps, searchConversations } from '../../shared/domain/conversations/search/search-conversations.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { systemClock } from '../../shared/platform/clock.ts';
import { conversationReports, conversationStore, eventReader } from '../../shared/wiring/conversations.ts';
import { sandboxKeys, sandboxReader } from '../../shared/wiring/sandboxes.ts';

export const searchAppConversations = implement(endpoint, ({ query, caller }, deps: SearchDeps) =>
  searchConversations(caller, query, deps),
);

export const handler = serve(searchAppConversations, (granted) => ({
  conversations: conversationStore(granted),
  sandboxes: sandboxReader(granted),
  keys: sandboxKeys(granted),
  reports: conversationReports(granted),
  events: eventReader(granted),
  now: systemClock,
}));

import { searchAppConversations as endpoint } from '../../shared/contract/app-conversations.ts';
import { type SearchDeps, searchConversations } from '../../shared/conversations/search.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { conversationStore } from '../../shared/wiring/conversations.ts';
import { sandboxKeys, sandboxReader } from '../../shared/wiring/sandboxes.ts';

export const searchAppConversations = implement(endpoint, ({ query, caller }, deps: SearchDeps) =>
  searchConversations(caller.ownerId, query, deps),
);

export const handler = serve(searchAppConversations, () => ({
  conversations: conversationStore(),
  sandboxes: sandboxReader(),
  keys: sandboxKeys(),
}));

import { countAppConversations as endpoint } from '../../shared/contract/conversations/conversations.ts';
import { onlyFor } from '../../shared/contract/endpoint/audience.ts';
import type { ConversationStore } from '../../shared/domain/conversations/record/conversation-store.ts';
import { filterOf } from '../../shared/domain/conversations/search/search-conversations.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { conversationStore } from '../../shared/wiring/conversations.ts';

interface Deps {
  readonly conversations: Pick<ConversationStore, 'count'>;
}

export const countAppConversations = implement(endpoint, ({ query, caller }, { conversations }: Deps) =>
  conversations.count(caller.ownerId, { ...filterOf(query), visibleTo: onlyFor(caller) }),
);

export const handler = serve(countAppConversations, (granted) => ({ conversations: conversationStore(granted) }));

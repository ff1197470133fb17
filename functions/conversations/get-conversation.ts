import { getConversation as endpoint } from '../../shared/contract/conversations.ts';
import type { ConversationStore } from '../../shared/conversations/conversation-store.ts';
import { legacyViews, type ViewDeps } from '../../shared/conversations/conversation-view.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { conversationStore } from '../../shared/wiring/conversations.ts';
import { sandboxKeys, sandboxReader } from '../../shared/wiring/sandboxes.ts';

interface Deps extends ViewDeps {
  readonly conversations: Pick<ConversationStore, 'find'>;
}

/** Its clients know no error here. Another owner's conversation reads as absent: anything else would confirm that the id exists. */
export const getConversation = implement(endpoint, async ({ params, caller: { ownerId } }, deps: Deps) => {
  const conversation = await deps.conversations.find(ownerId, params.conversation_id);
  const [view] = conversation ? await legacyViews(ownerId, [conversation], deps) : [];
  return view ?? null;
});

export const handler = serve(getConversation, () => ({
  conversations: conversationStore(),
  sandboxes: sandboxReader(),
  keys: sandboxKeys(),
}));

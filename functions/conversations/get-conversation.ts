import { getConversation as endpoint } from '../../shared/contract/conversations.ts';
import type { ConversationStore } from '../../shared/domain/conversations/conversation-store.ts';
import { legacyViews, type ViewDeps } from '../../shared/domain/conversations/conversation-view.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { conversationReports, conversationStore } from '../../shared/wiring/conversations.ts';
import { sandboxKeys, sandboxReader } from '../../shared/wiring/sandboxes.ts';

interface Deps extends ViewDeps {
  readonly conversations: Pick<ConversationStore, 'find'>;
}

/** Legacy clients expect no error here, and another owner's conversation reads as absent. */
export const getConversation = implement(endpoint, async ({ params, caller: { ownerId } }, deps: Deps) => {
  const conversation = await deps.conversations.find(ownerId, params.conversation_id);
  const [view] = conversation ? await legacyViews(ownerId, [conversation], deps) : [];
  return view ?? null;
});

export const handler = serve(getConversation, () => ({
  conversations: conversationStore(),
  sandboxes: sandboxReader(),
  keys: sandboxKeys(),
  reports: conversationReports(),
}));

import { getAppConversation as endpoint } from '../../shared/contract/app-conversations.ts';
import type { ConversationStore } from '../../shared/conversations/conversation-store.ts';
import { appConversationViews, type ViewDeps } from '../../shared/conversations/conversation-view.ts';
import { NotFoundError } from '../../shared/errors.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { conversationStore } from '../../shared/wiring/conversations.ts';
import { sandboxKeys, sandboxReader } from '../../shared/wiring/sandboxes.ts';

interface Deps extends ViewDeps {
  readonly conversations: Pick<ConversationStore, 'find'>;
}

/** Another owner's conversation reads as absent: anything else would confirm that the id exists. */
export const getAppConversation = implement(endpoint, async ({ params, caller: { ownerId } }, deps: Deps) => {
  const conversation = await deps.conversations.find(ownerId, params.conversation_id);
  const [view] = conversation ? await appConversationViews(ownerId, [conversation], deps) : [];
  if (!view) throw new NotFoundError('Conversation', params.conversation_id);
  return view;
});

export const handler = serve(getAppConversation, () => ({
  conversations: conversationStore(),
  sandboxes: sandboxReader(),
  keys: sandboxKeys(),
}));

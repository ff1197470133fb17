import { getConversation as endpoint } from '../../shared/contract/conversations/legacy-conversations.ts';
import type { ConversationHomes } from '../../shared/domain/conversations/record/conversation-homes.ts';
import { legacyViews, type ViewDeps } from '../../shared/domain/conversations/record/conversation-view.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { conversationHomes, conversationReports } from '../../shared/wiring/conversations.ts';
import { sandboxKeys, sandboxReader } from '../../shared/wiring/sandboxes.ts';

interface Deps extends ViewDeps {
  readonly homes: ConversationHomes;
}

/** Legacy clients expect no error here, and another owner's conversation reads as absent. */
export const getConversation = implement(endpoint, async ({ params, caller }, deps: Deps) => {
  const home = await deps.homes.find(caller.ownerId, params.conversation_id);
  if (!home) return null;
  const { conversation, found } = home;
  const [view] = await legacyViews(caller, [conversation], deps, new Map([[conversation.sandbox_id, found]]));
  return view ?? null;
});

export const handler = serve(getConversation, (granted) => ({
  homes: conversationHomes(granted),
  sandboxes: sandboxReader(granted),
  keys: sandboxKeys(granted),
  reports: conversationReports(granted),
}));

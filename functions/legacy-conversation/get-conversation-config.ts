import { requireConversation } from '../../shared/agent-proxy/reach-agent.ts';
import { getConversationConfig as endpoint } from '../../shared/contract/legacy-conversation.ts';
import type { ConversationStore } from '../../shared/conversations/conversation-store.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { conversationStore } from '../../shared/wiring/conversations.ts';

interface Deps {
  readonly conversations: Pick<ConversationStore, 'find'>;
}

/** What its clients call a runtime is the sandbox. */
export const getConversationConfig = implement(endpoint, async ({ params, caller }, deps: Deps) => {
  const conversation = await requireConversation(caller.ownerId, params.conversation_id, deps);
  const { given_id: givenId, conversation_id: id, sandbox_id: runtimeId } = conversation;
  return { runtime_id: runtimeId, session_id: givenId ?? id };
});

export const handler = serve(getConversationConfig, () => ({ conversations: conversationStore() }));

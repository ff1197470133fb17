import { getConversationConfig as endpoint } from '../../shared/contract/conversations/legacy-conversations.ts';
import { requireConversation } from '../../shared/domain/conversations/agent/reach-agent.ts';
import type { ConversationStore } from '../../shared/domain/conversations/record/conversation-store.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { conversationStore } from '../../shared/wiring/conversations.ts';

interface Deps {
  readonly conversations: Pick<ConversationStore, 'find'>;
}

/** Clients of this endpoint call a sandbox a runtime. */
export const getConversationConfig = implement(endpoint, async ({ params, caller }, deps: Deps) => {
  const conversation = await requireConversation(caller.ownerId, params.conversation_id, deps);
  const { given_id: givenId, conversation_id: id, sandbox_id: runtimeId } = conversation;
  return { runtime_id: runtimeId, session_id: givenId ?? id };
});

export const handler = serve(getConversationConfig, (granted) => ({ conversations: conversationStore(granted) }));

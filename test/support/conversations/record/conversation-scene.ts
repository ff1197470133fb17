import { beforeEach } from 'vitest';
import { getAppConversation } from '../../../../functions/conversations/get-app-conversation.ts';
import { searchAppConversations } from '../../../../functions/conversations/search-app-conversations.ts';
import type { Conversation } from '../../../../shared/domain/conversations/record/conversation.ts';
import type { Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import { useHttpAgent } from '../../http/http-agent.ts';
import { invoke, type TestRequest } from '../../http/invoke.ts';
import { aRunningSandbox } from '../../sandboxes/sandbox-data.ts';
import { type ServiceDeps, serviceDeps } from '../../service-deps.ts';
import { aConversation } from './conversation-data.ts';

export type Query = NonNullable<TestRequest['query']>;

/** Empty stores for each test, and one agent for all running sandboxes. */
export async function useConversationScene() {
  const agent = await useHttpAgent();
  const scene = { deps: serviceDeps() as ServiceDeps };
  beforeEach(() => {
    scene.deps = serviceDeps();
    agent.requests.length = 0;
    agent.reply = () => ({ body: [] });
  });

  function add(overrides: Partial<Conversation> = {}): Conversation {
    const conversation = aConversation(overrides);
    scene.deps.conversations.put(conversation);
    return conversation;
  }

  return {
    agent,
    deps: () => scene.deps,
    add,
    addIn: async (sandbox: Sandbox, overrides: Partial<Conversation> = {}): Promise<Conversation> => {
      await scene.deps.sandboxes.save([{ previous: null, next: sandbox }]);
      return add({ sandbox_id: sandbox.sandbox_id, ...overrides });
    },
    running: () => aRunningSandbox({ exposed_urls: [{ name: 'AGENT_SERVER', port: 8000, url: agent.url }] }),
    search: (query: Query = {}) => invoke(searchAppConversations, scene.deps, { query }),
    get: (id: string) => invoke(getAppConversation, scene.deps, { params: { conversation_id: id } }),
  };
}

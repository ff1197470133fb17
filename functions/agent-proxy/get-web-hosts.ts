import { getWebHosts as endpoint } from '../../shared/contract/agent-proxy.ts';
import { findSandbox, requireConversation } from '../../shared/domain/agent-proxy/reach-agent.ts';
import type { ConversationStore } from '../../shared/domain/conversations/conversation-store.ts';
import { apiStatus } from '../../shared/domain/sandboxes/record/status.ts';
import type { SandboxStore } from '../../shared/domain/sandboxes/store/sandbox-store.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { conversationStore } from '../../shared/wiring/conversations.ts';
import { sandboxReader } from '../../shared/wiring/sandboxes.ts';

interface Deps {
  readonly conversations: Pick<ConversationStore, 'find'>;
  readonly sandboxes: Pick<SandboxStore, 'find'>;
}

/** None while the sandbox does not run. */
export const getWebHosts = implement(endpoint, async ({ params, caller }, deps: Deps) => {
  const conversation = await requireConversation(caller.ownerId, params.conversation_id, deps);
  const sandbox = await findSandbox(conversation, deps);
  const urls = sandbox && apiStatus(sandbox) === 'RUNNING' ? (sandbox.exposed_urls ?? []) : [];
  const workers = urls.filter(({ name }) => name === 'WORKER_1' || name === 'WORKER_2');
  return { hosts: Object.fromEntries(workers.map(({ url, port }) => [url, port])) };
});

export const handler = serve(getWebHosts, () => ({ conversations: conversationStore(), sandboxes: sandboxReader() }));

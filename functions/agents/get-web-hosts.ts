import { getWebHosts as endpoint } from '../../shared/contract/agents/agent-proxy.ts';
import { requireHome } from '../../shared/domain/conversations/agent/reach-agent.ts';
import { type ConversationHomes, homeOf } from '../../shared/domain/conversations/record/conversation-homes.ts';
import { apiStatus } from '../../shared/domain/sandboxes/record/status.ts';
import { seesKeys, seesUrl } from '../../shared/domain/sandboxes/view/shown-keys.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { conversationHomes } from '../../shared/wiring/conversations.ts';

interface Deps {
  readonly homes: ConversationHomes;
}

/** Empty unless the sandbox is running. */
export const getWebHosts = implement(endpoint, async ({ params, caller }, deps: Deps) => {
  const sandbox = homeOf(await requireHome(caller.ownerId, params.conversation_id, deps));
  const urls = sandbox && apiStatus(sandbox) === 'RUNNING' ? (sandbox.exposed_urls ?? []) : [];
  const workers = urls.filter(({ name }) => name === 'WORKER_1' || name === 'WORKER_2');
  const shown = workers.filter(({ name }) => sandbox && seesUrl(sandbox, name, seesKeys(caller)));
  return { hosts: Object.fromEntries(shown.map(({ url, port }) => [url, port])) };
});

export const handler = serve(getWebHosts, (granted) => ({ homes: conversationHomes(granted) }));

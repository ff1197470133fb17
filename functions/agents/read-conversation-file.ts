import { readConversationFile as endpoint } from '../../shared/contract/agents/agent-proxy.ts';
import { type AgentDeps, reachAgent } from '../../shared/domain/conversations/agent/reach-agent.ts';
import { askAgent } from '../../shared/domain/sandboxes/agent/ask-agent.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { AppError } from '../../shared/platform/errors.ts';
import { agentDeps } from '../../shared/wiring/agents.ts';

/** The largest file that is shown, in bytes. */
const LARGEST = 1024 * 1024;

/** Clients poll for files that may never exist. A missing file, sandbox or conversation reads as an empty text. */
export const readConversationFile = implement(endpoint, async ({ params, query, caller }, deps: AgentDeps) => {
  try {
    const agent = await reachAgent(caller.ownerId, params.conversation_id, deps);
    const file = { path: '/api/file/download', query: { path: query.file_path }, maxBytes: LARGEST };
    return (await askAgent(agent, file)).text;
  } catch (error) {
    if (error instanceof AppError) return '';
    throw error;
  }
});

export const handler = serve(readConversationFile, agentDeps);

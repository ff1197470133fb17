import { log } from '../../../platform/log.ts';
import { type AgentDeps, agentOf } from '../../conversations/agent/reach-agent.ts';
import type { Conversation } from '../../conversations/record/conversation.ts';
import { agentTimeouts } from '../../sandboxes/agent/agent-http.ts';
import { call } from '../../sandboxes/agent/ask-agent.ts';
import type { Sandbox } from '../../sandboxes/record/sandbox.ts';
import { apiStatus } from '../../sandboxes/record/status.ts';

export interface RenameDeps extends Pick<AgentDeps, 'keys'> {
  /** Orders a title from the agent; returns at once. */
  readonly bringTitle: (ownerId: string, sandboxId: string, conversationId: string) => Promise<void>;
}

/**
 * Sends the title to a running agent, or asks the agent for a new one. Failures are only logged: the service's title
 * counts, and the next start of the sandbox asks for a new title again.
 */
export async function renameOnAgent(
  conversation: Conversation,
  sandbox: Sandbox | undefined,
  deps: RenameDeps,
): Promise<void> {
  if (!sandbox || apiStatus(sandbox) !== 'RUNNING') return;
  try {
    const { owner_id, sandbox_id, conversation_id } = conversation;
    if (conversation.title_asked) return await deps.bringTitle(owner_id, sandbox_id, conversation_id);
    const agent = await agentOf(conversation, sandbox, deps.keys);
    await call(agent, {
      method: 'PATCH',
      path: agent.path,
      json: { title: conversation.title },
      timeout: agentTimeouts.rename,
    });
  } catch (error) {
    const { owner_id, conversation_id, sandbox_id } = conversation;
    log.info('agent server did not receive a new title', { owner_id, conversation_id, sandbox_id, error });
  }
}

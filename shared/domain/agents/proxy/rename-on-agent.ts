import { log } from '../../../platform/log.ts';
import { call } from '../../conversations/agent/ask-agent.ts';
import { type AgentDeps, agentOf } from '../../conversations/agent/reach-agent.ts';
import type { Conversation } from '../../conversations/record/conversation.ts';
import { agentTimeouts } from '../../sandboxes/agent/agent-http.ts';
import type { Sandbox } from '../../sandboxes/record/sandbox.ts';
import { apiStatus } from '../../sandboxes/record/status.ts';

export interface RenameDeps extends Pick<AgentDeps, 'keys'> {
  /** Invokes the worker that asks an agent for a title; returns at once. */
  readonly bringTitle: (ownerId: string, conversationId: string) => Promise<void>;
}

/**
 * Sends the title to the agent of its sandbox, or asks it for a new one, if it runs. A failure changes nothing: the
 * service's title is the one that counts, and one that is asked for is asked for again when the sandbox starts.
 */
export async function renameOnAgent(
  conversation: Conversation,
  sandbox: Sandbox | undefined,
  deps: RenameDeps,
): Promise<void> {
  if (!sandbox || apiStatus(sandbox) !== 'RUNNING') return;
  try {
    if (conversation.title_asked) return await deps.bringTitle(conversation.owner_id, conversation.conversation_id);
    const agent = await agentOf(conversation, sandbox, deps.keys);
    await call(agent, {
      method: 'PATCH',
      path: agent.path,
      json: { title: conversation.title },
      timeout: agentTimeouts.rename,
    });
  } catch (error) {
    log.info('agent server did not receive a new title', idsOf(conversation, sandbox, error));
  }
}

function idsOf({ owner_id, conversation_id }: Conversation, { sandbox_id }: Sandbox, error: unknown) {
  return { owner_id, conversation_id, sandbox_id, error };
}

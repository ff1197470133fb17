import { log } from '../../platform/log.ts';
import type { Conversation } from '../conversations/conversation.ts';
import { agentTimeouts } from '../sandboxes/agent/agent-timeouts.ts';
import type { Sandbox } from '../sandboxes/record/sandbox.ts';
import { apiStatus } from '../sandboxes/record/status.ts';
import { call } from './ask-agent.ts';
import { type AgentDeps, agentOf, findSandbox } from './reach-agent.ts';

/** Sends the title to the agent, if it runs. A failure changes nothing: the service's title is the one that counts. */
export async function renameOnAgent(
  conversation: Conversation,
  deps: Pick<AgentDeps, 'sandboxes' | 'keys'>,
): Promise<void> {
  const sandbox = await findSandbox(conversation, deps);
  if (!sandbox || apiStatus(sandbox) !== 'RUNNING') return;
  try {
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

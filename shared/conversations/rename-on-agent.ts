import { call } from '../agent-proxy/ask-agent.ts';
import { type AgentDeps, agentOf, findSandbox } from '../agent-proxy/reach-agent.ts';
import { log } from '../log.ts';
import type { Sandbox } from '../sandboxes/sandbox.ts';
import { wireStatus } from '../sandboxes/status.ts';
import type { Conversation } from './conversation.ts';

/** How long a rename waits for the agent, in seconds. */
const PATIENCE = 2;

/** Tells the agent the title, when it is there. Whether it hears of it decides nothing: the title that counts is ours. */
export async function renameOnAgent(
  conversation: Conversation,
  deps: Pick<AgentDeps, 'sandboxes' | 'keys'>,
): Promise<void> {
  const sandbox = await findSandbox(conversation, deps);
  if (!sandbox || wireStatus(sandbox) !== 'RUNNING') return;
  try {
    const agent = await agentOf(conversation, sandbox, deps.keys);
    await call(agent, { method: 'PATCH', path: agent.path, json: { title: conversation.title }, seconds: PATIENCE });
  } catch (error) {
    log.info('the agent did not hear of a new title', idsOf(conversation, sandbox, error));
  }
}

function idsOf({ owner_id, conversation_id }: Conversation, { sandbox_id }: Sandbox, error: unknown) {
  return { owner_id, conversation_id, sandbox_id, error };
}

import { apiStatus } from '../sandboxes/record/status.ts';
import { type Agent, type AgentDeps, agentOf, findSandbox, requireConversation } from './reach-agent.ts';

/** The running agent's answer, else an empty one: a paused conversation's panel is not broken. @throws NotFoundError */
export async function whileRunning<T>(
  ownerId: string,
  conversationId: string,
  deps: AgentDeps,
  ask: (agent: Agent) => Promise<T[]>,
): Promise<T[]> {
  const conversation = await requireConversation(ownerId, conversationId, deps);
  const sandbox = await findSandbox(conversation, deps);
  if (!sandbox || apiStatus(sandbox) !== 'RUNNING') return [];
  return ask(await agentOf(conversation, sandbox, deps.keys));
}

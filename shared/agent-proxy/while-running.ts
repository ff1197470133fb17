import { wireStatus } from '../sandboxes/status.ts';
import { type Agent, type AgentDeps, agentOf, findSandbox, requireConversation } from './reach-agent.ts';

/** What an agent says while it runs, and nothing otherwise: a panel of a paused conversation is empty, not broken. @throws NotFoundError */
export async function whileRunning<T>(
  ownerId: string,
  conversationId: string,
  deps: AgentDeps,
  ask: (agent: Agent) => Promise<T[]>,
): Promise<T[]> {
  const conversation = await requireConversation(ownerId, conversationId, deps);
  const sandbox = await findSandbox(conversation, deps);
  if (!sandbox || wireStatus(sandbox) !== 'RUNNING') return [];
  return ask(await agentOf(conversation, sandbox, deps.keys));
}

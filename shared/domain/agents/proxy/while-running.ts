import { type Agent, type AgentDeps, agentOf, requireHome } from '../../conversations/agent/reach-agent.ts';
import { homeOf } from '../../conversations/record/conversation-homes.ts';
import { apiStatus } from '../../sandboxes/record/status.ts';

/** The running agent's answer, else an empty one: a paused conversation's panel is not broken. @throws NotFoundError */
export async function whileRunning<T>(
  ownerId: string,
  conversationId: string,
  deps: AgentDeps,
  ask: (agent: Agent) => Promise<T[]>,
): Promise<T[]> {
  const home = await requireHome(ownerId, conversationId, deps);
  const sandbox = homeOf(home);
  if (!sandbox || apiStatus(sandbox) !== 'RUNNING') return [];
  return ask(await agentOf(home.conversation, sandbox, deps.keys));
}

import { askAgent } from '../agent-proxy/ask-agent.ts';
import type { Agent } from '../agent-proxy/reach-agent.ts';
import type { MessageContent } from './pending-message.ts';

/**
 * Says something to the agent in the name of the user.
 *
 * @param run whether the agent is to answer at once
 * @throws AppError as `askAgent` does. After `gateway_timeout` and `bad_gateway` the agent may have the message nevertheless.
 */
export async function sendMessage(agent: Agent, content: MessageContent, run: boolean): Promise<void> {
  await askAgent(agent, { method: 'POST', path: `${agent.path}/events`, json: { role: 'user', content, run } });
}

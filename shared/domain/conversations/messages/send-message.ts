import { askAgent } from '../agent/ask-agent.ts';
import type { Agent } from '../agent/reach-agent.ts';
import type { MessageContent } from './pending-message.ts';

/** Sends a user's message. @throws AppError as `askAgent`; after a timeout the agent may have it nevertheless */
export async function sendMessage(agent: Agent, content: MessageContent, run: boolean): Promise<void> {
  await askAgent(agent, { method: 'POST', path: `${agent.path}/events`, json: { role: 'user', content, run } });
}

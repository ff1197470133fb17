import { askAgent } from '../agent-proxy/ask-agent.ts';
import type { Agent } from '../agent-proxy/reach-agent.ts';
import type { Wish } from './legacy-event.ts';
import { sayNow } from './say-now.ts';

/**
 * Does what a user wants of an agent.
 *
 * @param triedAt when it may have been done before; all but saying something can be done twice
 * @throws AppError as `askAgent` does.
 */
export async function perform(wish: Wish, agent: Agent, triedAt: string | null): Promise<void> {
  switch (wish.kind) {
    case 'say':
      return sayNow(agent, wish.content, true, triedAt);
    case 'run':
    case 'pause':
      await askAgent(agent, { method: 'POST', path: `${agent.path}/${wish.kind}` });
      return;
    case 'confirm': {
      const path = `${agent.path}/events/respond_to_confirmation`;
      await askAgent(agent, { method: 'POST', path, json: { accept: wish.accept } });
    }
  }
}

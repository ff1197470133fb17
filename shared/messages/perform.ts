import { askAgent } from '../agent-proxy/ask-agent.ts';
import type { Agent } from '../agent-proxy/reach-agent.ts';
import { AppError } from '../errors.ts';
import type { Wish } from './legacy-event.ts';
import { sayNow } from './say-now.ts';

/**
 * Does what a user wants of an agent.
 *
 * @param triedAt when the same was tried before, with nobody knowing what became of it
 * @throws AppError as `askAgent` does; `conflict` where doing it twice could mean something else.
 */
export async function perform(wish: Wish, agent: Agent, triedAt: string | null): Promise<void> {
  switch (wish.kind) {
    case 'say':
      return sayNow(agent, wish.content, true, triedAt);
    case 'run':
    case 'pause':
      return command(wish.kind, agent, triedAt);
    case 'confirm': {
      if (triedAt !== null) throw unknownConfirmation;
      const path = `${agent.path}/events/respond_to_confirmation`;
      await askAgent(agent, { method: 'POST', path, json: { accept: wish.accept } });
    }
  }
}

/** The agent may wait for another confirmation by now, which nobody has given. */
const unknownConfirmation = new AppError(
  'conflict',
  'an earlier try of this may have been heard; see what the agent waits for, and confirm it with a new Idempotency-Key',
);

async function command(kind: 'run' | 'pause', agent: Agent, triedAt: string | null): Promise<void> {
  try {
    await askAgent(agent, { method: 'POST', path: `${agent.path}/${kind}` });
  } catch (error) {
    // It does so already, since the earlier try.
    if (triedAt === null || !(error instanceof AppError) || error.code !== 'conflict') throw error;
  }
}

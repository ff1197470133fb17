import { AppError } from '../../../platform/errors/errors.ts';
import { askAgent } from '../agent/ask-agent.ts';
import type { Agent } from '../agent/reach-agent.ts';
import type { AgentRequest } from './legacy-event.ts';
import { sayNow } from './say-now.ts';

/** Carries out a request. @param triedAt of a try with unknown result @throws AppError as `askAgent`; `conflict` */
export async function performRequest(request: AgentRequest, agent: Agent, triedAt: string | null): Promise<void> {
  switch (request.kind) {
    case 'say':
      return sayNow(agent, request.content, true, triedAt);
    case 'run':
    case 'pause':
      return command(request.kind, agent, triedAt);
    case 'confirm': {
      if (triedAt !== null) throw unknownConfirmation;
      const path = `${agent.path}/events/respond_to_confirmation`;
      await askAgent(agent, { method: 'POST', path, json: { accept: request.accept } });
    }
  }
}

/** The agent may wait for another confirmation by now, which the user has not given. */
const unknownConfirmation = new AppError(
  'conflict',
  'an earlier try of this may have reached the agent; see what the agent waits for, and confirm it with a new Idempotency-Key',
);

async function command(kind: 'run' | 'pause', agent: Agent, triedAt: string | null): Promise<void> {
  try {
    await askAgent(agent, { method: 'POST', path: `${agent.path}/${kind}` });
  } catch (error) {
    // It does so already, since the earlier try.
    if (triedAt === null || !(error instanceof AppError) || error.code !== 'conflict') throw error;
  }
}

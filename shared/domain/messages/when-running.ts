import type { Clock } from '../../platform/clock.ts';
import { type AgentDeps, findSandbox } from '../agent-proxy/reach-agent.ts';
import { waitForStatus } from '../sandboxes/intent/wait-for-status.ts';

export interface PatienceDeps extends Pick<AgentDeps, 'conversations' | 'sandboxes'> {
  readonly now: Clock;
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** Waits for a starting sandbox: a resume has no start task that would deliver queued messages. */
export async function whenRunning(
  ownerId: string,
  conversationId: string,
  milliseconds: number,
  deps: PatienceDeps,
): Promise<void> {
  const until = new Date(deps.now().getTime() + milliseconds);
  const look = async () => {
    const conversation = await deps.conversations.find(ownerId, conversationId);
    return conversation && findSandbox(conversation, deps);
  };
  await waitForStatus('RUNNING', until, { look, now: deps.now, pause: deps.pause });
}

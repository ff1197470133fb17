import { type AgentDeps, findSandbox } from '../agent-proxy/reach-agent.ts';
import type { Clock } from '../clock.ts';
import { waitForStatus } from '../sandboxes/wait-for-status.ts';

export interface PatienceDeps extends Pick<AgentDeps, 'conversations' | 'sandboxes'> {
  readonly now: Clock;
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** Waits while the sandbox of a conversation is starting: a resume has no start task that would deliver what is said meanwhile. */
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

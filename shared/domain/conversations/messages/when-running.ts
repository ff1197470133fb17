import type { Clock } from '../../../platform/clock.ts';
import { waitForStatus } from '../../sandboxes/waits/wait-for-status.ts';
import { type ConversationHomes, homeOf } from '../record/conversation-homes.ts';

export interface PatienceDeps {
  readonly homes: ConversationHomes;
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
    const home = await deps.homes.find(ownerId, conversationId);
    return home && homeOf(home);
  };
  await waitForStatus('RUNNING', until, { look, now: deps.now, pause: deps.pause });
}

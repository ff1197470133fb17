import type { EdgeEntries } from '../edge/edge-entries.ts';
import { phaseFacts } from '../record/phases.ts';
import type { Sandbox } from '../record/sandbox.ts';

/**
 * Whether the edge can lead clients to an agent that accepts a replaced session key. A generation claims its address
 * while it boots at the earliest, and leaves the edge before the end of its task is recorded.
 */
export function canBeReachedByOldKey({ session_rotates: rotates, phase }: Sandbox): boolean {
  return rotates && phaseFacts[phase].hasTask;
}

/**
 * Closes the lasting addresses to an agent that still has the old session key: the edge does not check the key at ports
 * of specs, and the agent accepts no other key. The next generation has another, and claims an address again.
 */
export async function leaveWithOldKey(sandbox: Sandbox, edge: Pick<EdgeEntries, 'leave'>): Promise<void> {
  if (canBeReachedByOldKey(sandbox)) await edge.leave(sandbox);
}

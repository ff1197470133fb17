import type { LogKey } from './event-store.ts';

/** The row that says how many events a history has, or that its conversation was deleted. */
export const COUNTER = '#count';

export function logKey({ ownerId, agentConversationId }: LogKey): string {
  return `${ownerId}/${agentConversationId}`;
}

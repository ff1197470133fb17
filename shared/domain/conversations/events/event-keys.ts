import type { LogKey } from './event-store.ts';

/** Sort key of the row that counts a history's events, or marks its conversation as deleted. */
export const COUNTER = '#count';

export function logKey({ ownerId, agentConversationId }: LogKey): string {
  return `${ownerId}/${agentConversationId}`;
}

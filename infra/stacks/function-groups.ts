import type { Area } from '../../shared/contract/endpoint/areas.ts';

/** The nested stacks of the endpoints' functions: a function takes three of the 500 resources that a stack may have. */
export const functionGroups = ['Conversations', 'Owners'] as const;
export type FunctionGroup = (typeof functionGroups)[number];

/**
 * What happens in conversations and sandboxes; all other areas are about owners and the service. An area cannot change
 * its stack in one deployment: functions have fixed names, and no two stacks can hold the same name at a time.
 */
const conversationAreas: ReadonlySet<Area> = new Set(['agents', 'conversations', 'sandboxes']);

export function functionGroupOf(area: Area): FunctionGroup {
  return conversationAreas.has(area) ? 'Conversations' : 'Owners';
}

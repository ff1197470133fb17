import { eventTime } from '../../../shared/client/agent-events.ts';
import type { components } from '../../../shared/client/api-types.ts';

/** An event as its agent server made it: of its fields only these are certain. */
export type KeptEvent = components['schemas']['Event'];

export const idOf = (event: KeptEvent): string => textAt(event, 'id');
export const kindOf = (event: KeptEvent): string => textAt(event, 'kind');

/** The text of a field; the empty one where there is none. */
function textAt(value: unknown, ...path: readonly string[]): string {
  const found = valueAt(value, ...path);
  return typeof found === 'string' ? found : '';
}

function valueAt(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (part, name) => (typeof part === 'object' && part !== null ? (part as Record<string, unknown>)[name] : undefined),
    value,
  );
}

/** When it was; an invalid date where it does not say so. */
export function timeOf(event: KeptEvent): Date {
  return new Date(eventTime(valueAt(event, 'timestamp')) ?? Number.NaN);
}

/** Whether the history keeps it. Pieces of an answer and pictures of the whole state are only for who looks on. */
export function isKept(event: KeptEvent): boolean {
  return idOf(event) !== '' && kindOf(event) !== 'StreamingDeltaEvent' && textAt(event, 'key') !== 'full_state';
}

/** The state that a run has come to, where an event says so. */
export function executionStatusOf(event: KeptEvent): string | undefined {
  const isStatus = kindOf(event) === 'ConversationStateUpdateEvent' && textAt(event, 'key') === 'execution_status';
  return isStatus ? textAt(event, 'value') : undefined;
}

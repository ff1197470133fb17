import { dollars } from '../../../../format/money.ts';
import { isJson, type Json, jsonOf, nameOf, numberOf, textOf } from './json.ts';
import type { Content, TimelineEvent } from './timeline-event.ts';

const words: Readonly<Record<string, string>> = {
  idle: 'The agent is idle',
  running: 'The agent began to work',
  paused: 'The agent stopped',
  waiting_for_confirmation: 'The agent waits for a confirmation',
  finished: 'The agent finished',
  error: 'The agent stopped with an error',
  stuck: 'The agent is stuck',
  deleting: 'The conversation is being deleted',
};

export function readState({ key, value }: Json): Content {
  const name = nameOf(key) ?? 'state';
  if (name === 'execution_status') {
    const status = nameOf(value) ?? 'unknown';
    const text = Object.hasOwn(words, status) ? words[status] : undefined;
    // Other events say more of these two: a message or a rejection, and who stopped the agent.
    return { type: 'state', text: text ?? `The agent is ${status}`, isMinor: status === 'idle' || status === 'paused' };
  }
  if (name === 'stats') return { type: 'state', text: `Cost so far: ${dollars(costOf(value))}`, isMinor: true };
  const short = isJson(value) || Array.isArray(value) ? '' : `: ${nameOf(String(value))}`;
  return { type: 'state', text: `${name}${short}`, isMinor: true };
}

function costOf(stats: unknown): number {
  const uses = Object.values(jsonOf(jsonOf(stats).usage_to_metrics));
  return uses.reduce<number>((sum, use) => sum + (numberOf(jsonOf(use).accumulated_cost) ?? 0), 0);
}

/** The status of the run that a state update tells, also one with the whole state; undefined for other events. */
export function executionStatusOf({ kind, key, value }: Json): string | undefined {
  if (kind !== 'ConversationStateUpdateEvent') return undefined;
  if (key === 'execution_status') return textOf(value);
  return key === 'full_state' ? textOf(jsonOf(value).execution_status) : undefined;
}

/** The latest status of the run that events tell. */
export function latestStatus(events: readonly TimelineEvent[]): string | undefined {
  const last = events.findLast(({ raw }) => executionStatusOf(raw) !== undefined);
  return last && executionStatusOf(last.raw);
}

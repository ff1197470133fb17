import { parseMicroseconds } from '../base/timestamps.ts';
import { type AgentEvent, isAgentMessage, isUserMessage } from './event.ts';
import { textOf } from './message.ts';

export interface EventFilter {
  readonly kind?: string | undefined;
  readonly source?: string | undefined;
  /** Part of a message's words, in any case. */
  readonly body?: string | undefined;
  /** Microseconds since the epoch. */
  readonly from?: number | undefined;
  readonly before?: number | undefined;
}

export function filterEvents(events: readonly AgentEvent[], filter: EventFilter): readonly AgentEvent[] {
  const body = filter.body?.toLowerCase();
  return events.filter((event) => {
    if (filter.kind !== undefined && event.kind !== filter.kind) return false;
    if (filter.source !== undefined && event.source !== filter.source) return false;
    if (body !== undefined && !hasWords(event, body)) return false;
    const time = parseMicroseconds(event.timestamp);
    return (filter.from === undefined || time >= filter.from) && (filter.before === undefined || time < filter.before);
  });
}

function hasWords(event: AgentEvent, wanted: string): boolean {
  if (!isUserMessage(event) && !isAgentMessage(event)) return false;
  return textOf(event.llm_message).toLowerCase().includes(wanted);
}

import type { AgentEvent, EventLog } from '../../../shared/domain/conversations/events/event.ts';
import { COUNTER, entryOf, growthOf, logKey } from '../../../shared/domain/conversations/events/event-rows.ts';
import { idOf } from './owner-rows.ts';

type Row = Readonly<Record<string, unknown>>;

/** Approximate length of an event of an agent, in characters. Longer ones are compressed. */
const TEXT = 'The agent looks at the files of the repository, and says what it is about to change. '.repeat(3);

/** One in this many events has the kind that a search filters by. */
const RARE_EVERY = 50;

export const RARE_KIND = 'ConversationErrorEvent';

/** Writes a history of events, one per second, like the webhook does batch by batch. */
export function* historyRows(log: EventLog, count: number, begin: Date): Generator<Row> {
  const events = Array.from({ length: count }, (_, number) => eventOf(log, number, begin));
  const growth = Object.fromEntries(growthOf(events));
  yield { conversation_key: logKey(log), event_id: COUNTER, ...growth };
  for (const [number, event] of events.entries()) yield entryOf(log, event, String(number).padStart(19, '0')).row;
}

function eventOf(log: EventLog, number: number, begin: Date): AgentEvent {
  const isRare = number % RARE_EVERY === 0;
  return {
    id: idOf(log.ownerId, number),
    timestamp: `${timeOfEvent(begin, number).slice(0, 23)}000`,
    source: 'agent',
    kind: isRare ? RARE_KIND : 'MessageEvent',
    llm_message: { role: 'assistant', content: [{ type: 'text', text: `${number} ${TEXT}` }] },
  };
}

export function timeOfEvent(begin: Date, number: number): string {
  return new Date(begin.getTime() + number * 1_000).toISOString();
}

import * as z from 'zod';
import { isKnownKind } from '../../../contract/shapes/event-kinds.ts';
import { type AgentEvent, type EventLog, isInAgentLog, timeOf } from './event.ts';
import { logKey } from './event-keys.ts';
import { pack } from './packed-event.ts';

/** Keys of the events table. No event id holds a number sign, so none collides with the service's own rows. */

/** The one row of a history that is no event: how many there are, or that the conversation was deleted. */
export const Counter = z.looseObject({
  total: z.int().default(0),
  in_agent_log: z.int().default(0),
  deleted_at: z.string().optional(),
  /** When the previous conversation with this id was deleted. Its remaining events are still being removed. */
  succeeds: z.string().optional(),
});
export type Counter = z.infer<typeof Counter>;

/** The index entry of an event. */
export const IndexRow = z.object({
  event_id: z.string(),
  timestamp_sort: z.string(),
  event_bytes: z.int().default(0),
});
export type IndexRow = z.infer<typeof IndexRow>;

export const EventRow = z.object({
  event_id: z.string(),
  event_bytes: z.int(),
  text: z.string().optional(),
  packed: z.instanceof(Uint8Array).optional(),
  parts: z.int().optional(),
  digest: z.string().optional(),
});
export type EventRow = z.infer<typeof EventRow>;

export const PartRow = z.object({ event_id: z.string(), part: z.instanceof(Uint8Array) });

/** The attribute that counts the events of a kind. */
export function kindCounter(kind: string): string {
  return `kind:${kind}`;
}

/** An event with all its rows. Parts come first, so that an event that can be found is whole. */
export interface Entry {
  readonly event: AgentEvent;
  readonly row: Readonly<Record<string, unknown>>;
  readonly parts: readonly Readonly<Record<string, unknown>>[];
  /** About how long the row is. */
  readonly rowBytes: number;
}

/** @param order the arrival order, which sorts events of the same time. */
export function entryOf(log: EventLog, event: AgentEvent, order: string): Entry {
  const { bytes, content } = pack(event);
  const owned = { conversation_key: logKey(log), conversation_created_at: log.createdAt };
  const row = {
    ...owned,
    event_id: event.id,
    kind: event.kind,
    timestamp_sort: `${timeOf(event)}/${order}/${event.id}`,
    event_bytes: bytes,
  };
  if (content.kind === 'text')
    return { event, row: { ...row, text: content.text }, parts: [], rowBytes: row.event_bytes };
  if (content.kind === 'packed')
    return { event, row: { ...row, packed: content.packed }, parts: [], rowBytes: content.packed.length };
  const { parts, digest } = content;
  return {
    event,
    row: { ...row, parts: parts.length, digest },
    parts: parts.map((part, index) => ({ ...owned, event_id: partId(event.id, digest, index), part })),
    rowBytes: 0,
  };
}

export function partId(eventId: string, digest: string, index: number): string {
  return `${eventId}#${digest}#${index}`;
}

/** A batch's increments by attribute. Unknown kinds have no count of their own, which bounds the row. */
export function growthOf(events: readonly AgentEvent[]): Map<string, number> {
  const growth = new Map([['total', events.length]]);
  const inLog = events.filter(isInAgentLog).length;
  if (inLog > 0) growth.set('in_agent_log', inLog);
  for (const { kind } of events)
    if (isKnownKind(kind)) growth.set(kindCounter(kind), (growth.get(kindCounter(kind)) ?? 0) + 1);
  return growth;
}

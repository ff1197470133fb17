import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import * as z from 'zod';
import { isKnownKind } from '../../../contract/shapes/event-kinds.ts';
import { updateOf } from '../../../platform/aws/expressions.ts';
import { rowReader } from '../../../platform/aws/rows.ts';
import { certain, type Part } from '../../../platform/aws/transact.ts';
import { timestamp } from '../../../platform/clock.ts';
import type { Table } from '../../../rights/statement.ts';
import { type AgentEvent, type EventLog, eventLimits, isInAgentLog, timeOf } from './event.ts';
import type { LogKey } from './event-store.ts';
import { fittingText } from './event-text.ts';

/** Sort key of the counter row. Event ids contain no number sign, so they cannot collide with the service's rows. */
export const COUNTER = '#count';

export function logKey({ ownerId, agentConversationId }: LogKey): string {
  return `${ownerId}/${agentConversationId}`;
}

/** Counts a history's events, or marks its conversation as deleted. */
export const Counter = z.looseObject({
  total: z.int().default(0),
  in_agent_log: z.int().default(0),
  deleted_at: z.string().optional(),
  /** When the previous conversation with this id was deleted. Its remaining events are still being removed. */
  succeeds: z.string().optional(),
});
export type Counter = z.infer<typeof Counter>;
export const readCounter = /* @__PURE__ */ rowReader('count of events', Counter);

/** The index entry of an event. */
export const IndexRow = z.object({
  event_id: z.string(),
  timestamp_sort: z.string(),
  event_bytes: z.int().default(0),
});
export type IndexRow = z.infer<typeof IndexRow>;
export const readIndexRow = /* @__PURE__ */ rowReader('event', IndexRow);

export const EventRow = z.object({
  event_id: z.string(),
  kind: z.string().default(''),
  timestamp_sort: z.string().default(''),
  event_bytes: z.int(),
  text: z.string().optional(),
  packed: z.instanceof(Uint8Array).optional(),
  parts: z.int().optional(),
  digest: z.string().optional(),
});
export type EventRow = z.infer<typeof EventRow>;
export const readEventRow = /* @__PURE__ */ rowReader('event', EventRow);

const PartRow = z.object({ event_id: z.string(), part: z.instanceof(Uint8Array).optional() });
export const readPart = /* @__PURE__ */ rowReader('part of an event', PartRow);

/** The attribute that counts the events of a kind. */
export function kindCounter(kind: string): string {
  return `kind:${kind}`;
}

/** An event with its rows. Parts are written first, so that an event that can be found is complete. */
export interface Entry {
  readonly event: AgentEvent;
  readonly row: Readonly<Record<string, unknown>>;
  readonly parts: readonly Readonly<Record<string, unknown>>[];
  /** The approximate size of the row. */
  readonly rowBytes: number;
}

/** @param order the arrival order, which orders events with the same time. */
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

/** The increments of the counter row by attribute. Unknown kinds are not counted, which limits the row's size. */
export function growthOf(events: readonly AgentEvent[]): Map<string, number> {
  const growth = new Map([['total', events.length]]);
  const inLog = events.filter(isInAgentLog).length;
  if (inLog > 0) growth.set('in_agent_log', inLog);
  for (const { kind } of events)
    if (isKnownKind(kind)) growth.set(kindCounter(kind), (growth.get(kindCounter(kind)) ?? 0) + 1);
  return growth;
}

/** An event as it is stored: as text, compressed, or compressed and in parts if it does not fit into one row. */
interface PackedEvent {
  readonly bytes: number;
  readonly content:
    | { readonly kind: 'text'; readonly text: string }
    | { readonly kind: 'packed'; readonly packed: Uint8Array }
    | { readonly kind: 'parts'; readonly parts: readonly Uint8Array[]; readonly digest: string };
}

/** Minimum size in bytes for compression to save space. */
const WORTH_PACKING = 600;

/** A row can have 400 KB, its other attributes included. */
const PART_BYTES = 350_000;

export function pack(event: AgentEvent): PackedEvent {
  const { text, bytes } = fittingText(event);
  if (bytes < WORTH_PACKING) return { bytes, content: { kind: 'text', text } };
  const packed = gzipSync(text);
  if (packed.length <= PART_BYTES) return { bytes, content: { kind: 'packed', packed } };
  const parts = Array.from({ length: Math.ceil(packed.length / PART_BYTES) }, (_, index) =>
    packed.subarray(index * PART_BYTES, (index + 1) * PART_BYTES),
  );
  return { bytes, content: { kind: 'parts', parts, digest: digestOf(packed) } };
}

export function unpack(packed: Uint8Array): string {
  return gunzipSync(packed).toString('utf8');
}

/** Parts are named by their content, so that those of two events with the same id do not mix. */
function digestOf(packed: Uint8Array): string {
  return createHash('sha256').update(packed).digest('base64url').slice(0, 12);
}

const DAY_SECONDS = 24 * 60 * 60;

/** The part of a deletion that marks the history as deleted. */
export function deletionMarker(table: Table<'events'>, log: LogKey, now: Date): Part {
  const purgeAt = Math.floor(now.getTime() / 1000) + eventLimits.markerDays * DAY_SECONDS;
  return certain({
    Update: {
      TableName: table,
      Key: { conversation_key: logKey(log), event_id: COUNTER },
      ...updateOf({ set: { deleted_at: timestamp(now), purge_at: purgeAt } }),
    },
  });
}

import * as z from 'zod';
import { type EventType, eventTypes } from '../../../contract/shapes/integrator-event-types.ts';
import { certain, type Part } from '../../../platform/aws/transact.ts';
import { epochSeconds } from '../../../platform/clock.ts';
import type { Table } from '../../../rights/statement.ts';

/** An event for integrators that does not come from the stream of another table. */
export interface IntegratorEvent {
  readonly ownerId: string;
  readonly type: EventType;
  /** The object of the event, such as a key. Events of one object are delivered in the order of their writes. */
  readonly objectId: string;
  /** Identifies the event (`key-4f…/revoked`): writing it again publishes nothing. 1 to 200 characters. */
  readonly id: string;
  /** ISO 8601 in UTC with milliseconds. It stays the same when the event is written again. */
  readonly occurredAt: string;
  /** The event's `data` for integrators. Never contains secrets. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** A row of the outbox. */
export const OutboxRow = z.object({
  owner_id: z.string(),
  event_id: z.string(),
  type: z.enum(eventTypes),
  object_id: z.string(),
  occurred_at: z.string(),
  data: z.record(z.string(), z.unknown()),
});
export type OutboxRow = z.infer<typeof OutboxRow>;

/** Retention of rows for operators, in seconds. Messages are queued within seconds. */
const KEPT = 7 * 24 * 60 * 60;

/** @param until how long the row is kept at least, for events that are published once in this time */
export function outboxRow(event: IntegratorEvent, until?: Date) {
  const { ownerId, type, objectId, id, occurredAt, data } = event;
  const row: OutboxRow = { owner_id: ownerId, event_id: id, type, object_id: objectId, occurred_at: occurredAt, data };
  const end = epochSeconds(new Date(occurredAt)) + KEPT;
  return { ...row, expires_at: until ? Math.max(end, epochSeconds(until)) : end };
}

/** The event as part of the transaction that it reports. Idempotent. */
export function outboxPart(event: IntegratorEvent, table: Table<'integratorEvents'>): Part {
  return certain({ Put: { TableName: table, Item: outboxRow(event) } });
}

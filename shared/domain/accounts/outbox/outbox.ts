import type { PutCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { type EventType, eventTypes } from '../../../contract/shapes/integrator-event-types.ts';
import { certain, type Part } from '../../../platform/aws/transact.ts';
import type { Table } from '../../../rights/statement.ts';

/** An event for integrators that follows from no stream of another table. */
export interface IntegratorEvent {
  readonly ownerId: string;
  readonly type: EventType;
  /** The object of the event: a key, a budget. Events of one object are delivered in the order of their writes. */
  readonly objectId: string;
  /** Identifies this event for good (`key-4f…/revoked`): writing it again publishes nothing. 1 to 200 characters. */
  readonly id: string;
  /** ISO 8601 in UTC with milliseconds. It belongs to the event: the same when it is put again. */
  readonly occurredAt: string;
  /** The event's `data` for integrators: a few fields, and never a secret. */
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

/** How long a row stays for operators to read, in seconds: its messages are queued within seconds. */
const KEPT = 7 * 24 * 60 * 60;

/** The event as an unconditional part of the transaction that it reports; repeating the write changes nothing. */
export function outboxPart(event: IntegratorEvent, table: Table<'integratorEvents'>): Part {
  return certain({ Put: put(event, table) });
}

function put(
  { ownerId, type, objectId, id, occurredAt, data }: IntegratorEvent,
  TableName: Table<'integratorEvents'>,
): PutCommandInput {
  const row = { owner_id: ownerId, event_id: id, type, object_id: objectId, occurred_at: occurredAt, data };
  return { TableName, Item: { ...row, expires_at: Math.floor(Date.parse(occurredAt) / 1000) + KEPT } };
}

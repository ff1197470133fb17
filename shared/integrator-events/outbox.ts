import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { TransactItem } from '../aws/transact.ts';
import { type EventType, eventTypes } from '../contract/integrator-event-types.ts';

/** Something that integrators are to hear of, and that no stream of another table tells. */
export interface IntegratorEvent {
  readonly ownerId: string;
  readonly type: EventType;
  /** What it happened to: a key, a budget. Events of one object are delivered in the order in which they came to be. */
  readonly objectId: string;
  /** Names this very event for good (`key-4f…/revoked`): putting it again tells nobody anything. 1 to 200 characters. */
  readonly id: string;
  /** ISO 8601 in UTC with milliseconds. It belongs to the event: the same when it is put again. */
  readonly occurredAt: string;
  /** What integrators read in `data`: a few fields, and never a secret. */
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

/** How long a row stays for operators to read, in seconds: it was told to everybody within seconds. */
const KEPT = 7 * 24 * 60 * 60;

/**
 * The event as part of the transaction that makes it true, so that neither is ever without the other. It has no condition and cannot fail the transaction: the same
 * event a second time writes what is there already, of which the stream of the table tells nothing.
 *
 * @param table INTEGRATOR_EVENTS_TABLE
 */
export function outboxItem(event: IntegratorEvent, table: string): TransactItem {
  return { Put: put(event, table) };
}

/** The event by itself, where there is no transaction. May be repeated. */
export async function putIntegratorEvent(
  documents: DynamoDBDocumentClient,
  event: IntegratorEvent,
  table: string,
): Promise<void> {
  await documents.send(new PutCommand(put(event, table)));
}

function put({ ownerId, type, objectId, id, occurredAt, data }: IntegratorEvent, TableName: string) {
  const row = { owner_id: ownerId, event_id: id, type, object_id: objectId, occurred_at: occurredAt, data };
  return { TableName, Item: { ...row, expires_at: Math.floor(Date.parse(occurredAt) / 1000) + KEPT } };
}

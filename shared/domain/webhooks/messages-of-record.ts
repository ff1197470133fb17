import type { AttributeValue, DynamoDBRecord } from 'aws-lambda';
import type { EventType, PING } from '../../contract/shapes/integrator-event-types.ts';
import { log } from '../../platform/log.ts';
import { OutboxRow } from '../accounts/outbox/outbox.ts';
import { NO_CONVERSATION } from '../conversations/record/conversation-rows.ts';
import { messageIdOf } from './message-ids.ts';
import { conversationEvents, sandboxEvents, snapshotEvents } from './published-events.ts';

/** Maximum length of a stream's sequence number, so that padded numbers sort as text. */
const DIGITS = 40;

/** The integrator messages of a stream record. Deterministic. */
export function messagesOfRecord(record: DynamoDBRecord): readonly IntegratorMessage[] {
  const {
    SequenceNumber: number = '',
    Keys: keys = {},
    ApproximateCreationDateTime: seconds = 0,
  } = record.dynamodb ?? {};
  const [before, after] = [plainRow(record.dynamodb?.OldImage), plainRow(record.dynamodb?.NewImage)];
  const ownerId = keys.owner_id?.S;
  const objectId = keys.conversation_id?.S ?? keys.snapshot_id?.S ?? keys.sandbox_id?.S;
  const sequence = number.padStart(DIGITS, '0');
  try {
    if (!ownerId) return [];
    if (keys.event_id) return record.eventName === 'INSERT' ? [fromOutbox(OutboxRow.parse(after), sequence)] : [];
    if (!objectId || objectId.startsWith(NO_CONVERSATION)) return [];
    const changes = eventsOf(keys, before, after);
    const at = timeOfChange(seconds, after ?? before);
    const privateTo = privateToOf(after ?? before);
    return changes.map(({ type, data }, index) => {
      const messageId = messageIdOf({ at, number, index, identity: [ownerId, type, objectId, number] });
      const inLane = `${sequence}.${String(index).padStart(2, '0')}`;
      return messageOf({ ownerId, messageId, type, objectId, sequence: inLane, at, data, privateTo });
    });
  } catch (error) {
    // A retry would fail the same way, and would block later changes.
    log.error('stream record was not turned into integrator events', {
      owner_id: ownerId,
      object_id: objectId,
      number,
      error,
    });
    return [];
  }
}

/** The keys of a row tell its table. */
function eventsOf(keys: Image, before: unknown, after: unknown) {
  if (keys.conversation_id) return conversationEvents(before, after);
  return keys.snapshot_id ? snapshotEvents(before, after) : sandboxEvents(before, after);
}

/**
 * Streams tell the second of a change, and rows the millisecond of their last update. It counts within that second
 * only, so that the times of an object's changes never run backwards.
 */
function timeOfChange(seconds: number, row: Readonly<Record<string, unknown>> | undefined): Date {
  const from = Math.floor(seconds) * 1000;
  const updatedAt = typeof row?.updated_at === 'string' ? Date.parse(row.updated_at) : Number.NaN;
  return new Date(Number.isNaN(updatedAt) ? from : Math.min(Math.max(updatedAt, from), from + 999));
}

/** Whom the changed object is private to; undefined if all members of the owner see it. */
function privateToOf(row: Readonly<Record<string, unknown>> | undefined): string | undefined {
  return typeof row?.private_to === 'string' ? row.private_to : undefined;
}

function fromOutbox(row: OutboxRow, sequence: string): IntegratorMessage {
  const { owner_id: ownerId, event_id: id, type, object_id: objectId, data } = row;
  const at = new Date(row.occurred_at);
  // A repeated write has another sequence number, but is the same message.
  const messageId = messageIdOf({ at, identity: [ownerId, type, objectId, id] });
  return messageOf({ ownerId, messageId, type, objectId, sequence: `${sequence}.0`, at, data });
}

export interface IntegratorMessage {
  readonly ownerId: string;
  readonly messageId: string;
  readonly type: EventType | typeof PING;
  readonly objectId: string;
  /** Sorts after the sequences of earlier events of the object. */
  readonly sequence: string;
  /** When it occurred. */
  readonly at: Date;
  /** The body as sent, byte for byte. */
  readonly body: string;
  readonly privateTo?: string | undefined;
}

interface IdentifiedEvent extends Omit<IntegratorMessage, 'body'> {
  readonly data: Readonly<Record<string, unknown>>;
}

/** Length limit of a message in bytes. Receivers read the rest from the API. */
const MAX_BYTES = 20_000;

function messageOf({ data, ...event }: IdentifiedEvent): IntegratorMessage {
  const { ownerId, type, objectId, at } = event;
  const body = JSON.stringify({ type, timestamp: at.toISOString(), data });
  const isShort = Buffer.byteLength(body) <= MAX_BYTES;
  if (!isShort) log.error('integrator event is too long', { owner_id: ownerId, type, object_id: objectId });
  const short = isShort ? body : JSON.stringify({ type, timestamp: at.toISOString(), data: { id: objectId } });
  return { ...event, body: short };
}

type Image = Readonly<Record<string, AttributeValue>>;

/** A row of a stream record in plain values. Rows here have no sets or binary values. */
function plainRow(image: Image | undefined): Readonly<Record<string, unknown>> | undefined {
  return image && Object.fromEntries(Object.entries(image).map(([name, value]) => [name, plain(value)]));
}

function plain(value: AttributeValue): unknown {
  if (value.S !== undefined) return value.S;
  if (value.N !== undefined) return Number(value.N);
  if (value.BOOL !== undefined) return value.BOOL;
  if (value.NULL !== undefined) return null;
  if (value.L !== undefined) return value.L.map(plain);
  return plainRow(value.M);
}

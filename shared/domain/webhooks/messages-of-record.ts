import { createHash } from 'node:crypto';
import type { AttributeValue, DynamoDBRecord } from 'aws-lambda';
import type { EventType, PING } from '../../contract/shapes/integrator-event-types.ts';
import { log } from '../../platform/log.ts';
import { OutboxRow } from '../accounts/outbox/outbox.ts';
import { NO_CONVERSATION } from '../conversations/record/conversation-rows.ts';
import { conversationEvents, sandboxEvents } from './published-events.ts';

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
  const objectId = keys.conversation_id?.S ?? keys.sandbox_id?.S;
  const sequence = number.padStart(DIGITS, '0');
  try {
    if (!ownerId) return [];
    if (keys.event_id) return record.eventName === 'INSERT' ? [fromOutbox(OutboxRow.parse(after), sequence)] : [];
    if (!objectId || objectId.startsWith(NO_CONVERSATION)) return [];
    const changes = keys.conversation_id ? conversationEvents(before, after) : sandboxEvents(before, after);
    return changes.map(({ type, data }, index) =>
      messageOf({
        ownerId,
        type,
        objectId,
        identity: `${number}.${index}`,
        sequence: `${sequence}.${String(index).padStart(2, '0')}`,
        at: new Date(Math.round(seconds * 1000)),
        data,
      }),
    );
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

function fromOutbox(row: OutboxRow, sequence: string): IntegratorMessage {
  return messageOf({
    ownerId: row.owner_id,
    type: row.type,
    objectId: row.object_id,
    identity: row.event_id,
    sequence: `${sequence}.0`,
    at: new Date(row.occurred_at),
    data: row.data,
  });
}

export interface IntegratorMessage {
  readonly ownerId: string;
  readonly messageId: string;
  readonly type: EventType | typeof PING;
  readonly objectId: string;
  /** Sorts after the sequences of earlier events of the object. */
  readonly sequence: string;
  /** The body as sent, byte for byte. */
  readonly body: string;
}

/** An event with its identity. */
interface IdentifiedEvent {
  readonly ownerId: string;
  readonly type: IntegratorMessage['type'];
  readonly objectId: string;
  /** The same for each repetition of the event, and unique among the owner's events. */
  readonly identity: string;
  readonly sequence: string;
  readonly at: Date;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Length limit of a message in bytes. Receivers read the rest from the API. */
const MAX_BYTES = 20_000;

function messageOf(event: IdentifiedEvent): IntegratorMessage {
  const { ownerId, type, objectId, sequence, at, data } = event;
  const body = JSON.stringify({ type, timestamp: at.toISOString(), data });
  const isShort = Buffer.byteLength(body) <= MAX_BYTES;
  if (!isShort) log.error('integrator event is too long', { owner_id: ownerId, type, object_id: objectId });
  const short = isShort ? body : JSON.stringify({ type, timestamp: at.toISOString(), data: { id: objectId } });
  return { ownerId, messageId: messageId(event), type, objectId, sequence, body: short };
}

/** Deterministic ids that sort by the time of the event. */
function messageId({ ownerId, type, objectId, identity, at }: IdentifiedEvent): string {
  const time = at.getTime().toString(16).padStart(12, '0');
  const hash = createHash('sha256').update(JSON.stringify([ownerId, type, objectId, identity]));
  return `msg_${time}${hash.digest('hex').slice(0, 20)}`;
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

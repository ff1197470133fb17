import type { DynamoDBRecord } from 'aws-lambda';
import { log } from '../log.ts';
import { conversationEvents } from './conversation-events.ts';
import { type IntegratorMessage, messageOf } from './integrator-message.ts';
import { OutboxRow } from './outbox.ts';
import { sandboxEvents } from './sandbox-events.ts';
import { plainRow } from './stream-image.ts';

/** As many digits as the sequence number of a stream has at most, so that numbers sort as text. */
const DIGITS = 40;

/**
 * What a record of a stream tells integrators: of a sandbox, a conversation, or the outbox. The same record makes the same messages each time.
 */
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
    if (!objectId) return [];
    const told = keys.conversation_id ? conversationEvents(before, after) : sandboxEvents(before, after);
    return told.map(({ type, data }, index) =>
      messageOf({
        ownerId,
        type,
        objectId,
        identity: number,
        sequence: `${sequence}.${index}`,
        at: new Date(Math.round(seconds * 1000)),
        data,
      }),
    );
  } catch (error) {
    // It would be no other the next time, and what comes after it must not wait for ever.
    log.error('a change cannot be told to integrators', { owner_id: ownerId, object_id: objectId, number, error });
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

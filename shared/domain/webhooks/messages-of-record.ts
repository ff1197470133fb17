import type { DynamoDBRecord } from 'aws-lambda';
import { log } from '../../platform/log.ts';
import { type IntegratorMessage, messageOf } from '../accounts/outbox/integrator-message.ts';
import { OutboxRow } from '../accounts/outbox/outbox.ts';
import { NO_CONVERSATION } from '../conversations/record/agent-ids.ts';
import { conversationEvents } from './conversation-events.ts';
import { sandboxEvents } from './sandbox-events.ts';
import { plainRow } from './stream-image.ts';

/** As many digits as the sequence number of a stream has at most, so that numbers sort as text. */
const DIGITS = 40;

/** The integrator messages of a stream record, the same each time. */
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
        identity: number,
        sequence: `${sequence}.${index}`,
        at: new Date(Math.round(seconds * 1000)),
        data,
      }),
    );
  } catch (error) {
    // A repetition would fail the same way, and later changes must not wait for ever.
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

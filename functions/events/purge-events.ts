import type { Context, DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { documents } from '../../shared/aws/documents.ts';
import { agentConversationId } from '../../shared/conversations/conversation.ts';
import { requireEnv } from '../../shared/env.ts';
import { DynamoEventPurge } from '../../shared/events/dynamo-event-purge.ts';
import type { EventPurge } from '../../shared/events/event-store.ts';
import { log } from '../../shared/log.ts';

/** A run that comes so near to its end stops, in milliseconds. The stream calls again, and it goes on. */
const RESERVE = 5_000;

let purge: EventPurge | undefined;

/** Removes the events of conversations that were deleted, as the stream of their rows tells. */
export async function handler(event: DynamoDBStreamEvent, context: Context): Promise<DynamoDBBatchResponse> {
  purge ??= new DynamoEventPurge(documents(), requireEnv('EVENTS_TABLE'));
  const wired = purge;
  const goesOn = () => context.getRemainingTimeInMillis() > RESERVE;
  const outcomes = event.Records.map(async (record) => {
    try {
      if (await purgeOne(record, wired, goesOn)) return [];
      log.info('the time was not enough to remove all events of a deleted conversation');
    } catch (error) {
      log.error('the events of a deleted conversation were not removed', { error });
    }
    return [{ itemIdentifier: record.dynamodb?.SequenceNumber ?? '' }];
  });
  return { batchItemFailures: (await Promise.all(outcomes)).flat() };
}

async function purgeOne({ dynamodb }: DynamoDBRecord, wired: EventPurge, goesOn: () => boolean): Promise<boolean> {
  const { owner_id: owner, conversation_id: conversation } = dynamodb?.Keys ?? {};
  if (!owner?.S || !conversation?.S) return true;
  const key = { owner_id: owner.S, conversation_id: conversation.S };
  return wired.purge({ ownerId: owner.S, agentConversationId: agentConversationId(key) }, goesOn);
}

import type { Context, DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { DynamoEventPurge } from '../../shared/domain/conversations/events/dynamo-event-purge.ts';
import type { EventPurge } from '../../shared/domain/conversations/events/event-store.ts';
import { agentConversationId } from '../../shared/domain/conversations/record/conversation.ts';
import { NO_CONVERSATION } from '../../shared/domain/conversations/record/conversation-rows.ts';
import { documents } from '../../shared/platform/aws/documents.ts';
import { grantedTo } from '../../shared/platform/granted.ts';
import { wired } from '../../shared/platform/init/wired.ts';
import { log } from '../../shared/platform/log.ts';

/** A run stops when less time is left, in milliseconds. The stream retries, and the next run continues. */
const RESERVE = 5_000;

const purgeOf = wired((): EventPurge => new DynamoEventPurge(documents(), grantedTo('purge-events')));

/** Removes the events of deleted conversations, on the stream of their rows. */
export async function handler(event: DynamoDBStreamEvent, context: Context): Promise<DynamoDBBatchResponse> {
  const purge = purgeOf();
  const hasTime = () => context.getRemainingTimeInMillis() > RESERVE;
  const outcomes = event.Records.map(async (record) => {
    try {
      if (await purgeOne(record, purge, hasTime)) return [];
      log.info('ran out of time to remove all events of a deleted conversation');
    } catch (error) {
      log.error('events of a deleted conversation were not removed', { error });
    }
    return [{ itemIdentifier: record.dynamodb?.SequenceNumber ?? '' }];
  });
  return { batchItemFailures: (await Promise.all(outcomes)).flat() };
}

async function purgeOne({ dynamodb }: DynamoDBRecord, purge: EventPurge, hasTime: () => boolean): Promise<boolean> {
  const { owner_id: owner, conversation_id: conversation } = dynamodb?.Keys ?? {};
  if (!owner?.S || !conversation?.S || conversation.S.startsWith(NO_CONVERSATION)) return true;
  const key = { owner_id: owner.S, conversation_id: conversation.S };
  return purge.purge({ ownerId: owner.S, agentConversationId: agentConversationId(key) }, hasTime);
}

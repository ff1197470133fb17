import type { Context, DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { DynamoEventPurge } from '../../shared/domain/conversations/events/dynamo-event-purge.ts';
import type { EventPurge } from '../../shared/domain/conversations/events/event-store.ts';
import { agentConversationId } from '../../shared/domain/conversations/record/conversation.ts';
import { NO_CONVERSATION } from '../../shared/domain/conversations/record/conversation-rows.ts';
import { type DeletionDeps, deleteBelow } from '../../shared/domain/conversations/record/delete-conversation.ts';
import { documents } from '../../shared/platform/aws/documents.ts';
import { timestamp } from '../../shared/platform/clock.ts';
import { grantedTo } from '../../shared/platform/granted.ts';
import { wired } from '../../shared/platform/init/wired.ts';
import { log } from '../../shared/platform/log.ts';
import { deletionDeps } from '../../shared/wiring/conversations.ts';

/** A run stops when less time is left, in milliseconds. The stream retries, and the next run continues. */
const RESERVE = 5_000;

interface Deps extends DeletionDeps {
  readonly purge: EventPurge;
}

const depsOf = wired((): Deps => {
  const granted = grantedTo('purge-events');
  return { ...deletionDeps(granted), purge: new DynamoEventPurge(documents(), granted) };
});

/** Removes the events and sub-conversations of deleted conversations, on the stream of their rows. */
export async function handler(event: DynamoDBStreamEvent, context: Context): Promise<DynamoDBBatchResponse> {
  const deps = depsOf();
  const hasTime = () => context.getRemainingTimeInMillis() > RESERVE;
  const outcomes = event.Records.map(async (record) => {
    try {
      if (await purgeOne(record, deps, hasTime)) return [];
      log.info('not everything of a deleted conversation was removed yet');
    } catch (error) {
      log.error('events of a deleted conversation were not removed', { error });
    }
    return [{ itemIdentifier: record.dynamodb?.SequenceNumber ?? '' }];
  });
  return { batchItemFailures: (await Promise.all(outcomes)).flat() };
}

async function purgeOne({ dynamodb }: DynamoDBRecord, deps: Deps, hasTime: () => boolean): Promise<boolean> {
  const { owner_id: owner, conversation_id: conversation } = dynamodb?.Keys ?? {};
  if (!owner?.S || !conversation?.S || conversation.S.startsWith(NO_CONVERSATION)) return true;
  const key = { owner_id: owner.S, conversation_id: conversation.S };
  const [isPurged, isAlone] = await Promise.all([
    deps.purge.purge({ ownerId: owner.S, agentConversationId: agentConversationId(key) }, hasTime),
    deleteBelow({ ...key, ...childrenIn(dynamodb) }, hasTime, deps),
  ]);
  return isPurged && isAlone;
}

/** In reverse, as the request that deleted the conversation begins with the first one. */
function childrenIn(record: DynamoDBRecord['dynamodb']) {
  const ids = record?.OldImage?.sub_conversation_ids?.L?.flatMap(({ S }) => S ?? []) ?? [];
  // The stream's time is in whole seconds.
  const removedAt = new Date(((record?.ApproximateCreationDateTime ?? 0) + 1) * 1_000);
  const private_to = record?.OldImage?.private_to?.S;
  return { sub_conversation_ids: ids.toReversed(), private_to, deleted_before: timestamp(removedAt) };
}

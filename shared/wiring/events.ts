import { documents } from '../aws/documents.ts';
import { LambdaWorkers } from '../aws/lambda-workers.ts';
import { systemClock } from '../clock.ts';
import { DynamoFollowedConversations } from '../conversations/dynamo-followed-conversations.ts';
import { requireEnv } from '../env.ts';
import { DynamoEventLeases } from '../events/dynamo-event-leases.ts';
import { DynamoEventReader } from '../events/dynamo-event-reader.ts';
import { DynamoEventStore } from '../events/dynamo-event-store.ts';
import { DynamoEventWriter } from '../events/dynamo-event-writer.ts';
import { conversationStore } from './conversations.ts';
import { sandboxKeys, sandboxReader } from './sandboxes.ts';

/** What functions that deal with the events of conversations are wired from. */

export const eventReader = () => new DynamoEventReader(documents(), requireEnv('EVENTS_TABLE'));

export const eventWriter = () => new DynamoEventWriter(documents(), requireEnv('EVENTS_TABLE'), systemClock);

export const eventStore = () => new DynamoEventStore(documents(), requireEnv('EVENTS_TABLE'), systemClock);

export const eventLeases = () => new DynamoEventLeases(documents(), requireEnv('EVENTS_TABLE'), systemClock);

export const followedConversations = () =>
  new DynamoFollowedConversations(documents(), {
    conversations: requireEnv('CONVERSATIONS_TABLE'),
    events: requireEnv('EVENTS_TABLE'),
    sandboxes: requireEnv('SANDBOXES_TABLE'),
  });

/** What the endpoints need that read histories. */
export const historyDeps = () => ({ conversations: conversationStore(), events: eventReader() });

/** What the endpoints need that take conversations from agents. */
export const hookDeps = () => ({
  sandboxes: sandboxReader(),
  keys: sandboxKeys(),
  followed: followedConversations(),
  now: systemClock,
});

/** The same for events. */
export const ingestDeps = () => ({ ...hookDeps(), events: eventWriter() });

/** What the conversation webhooks need. */
export const conversationWebhookDeps = () => {
  const workers = new LambdaWorkers();
  const backfillFunction = requireEnv('BACKFILL_EVENTS_FUNCTION');
  return {
    ...hookDeps(),
    backfill: (ownerId: string, conversationId: string) =>
      workers.start(backfillFunction, { owner_id: ownerId, conversation_id: conversationId }),
  };
};

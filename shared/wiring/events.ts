import { DynamoFollowedConversations } from '../domain/agents/webhooks/dynamo-followed-conversations.ts';
import { DynamoEventLeases } from '../domain/conversations/events/dynamo-event-leases.ts';
import { DynamoEventReader } from '../domain/conversations/events/dynamo-event-reader.ts';
import { DynamoEventStore } from '../domain/conversations/events/dynamo-event-store.ts';
import { DynamoEventWriter } from '../domain/conversations/events/dynamo-event-writer.ts';
import { documents } from '../platform/aws/documents.ts';
import { LambdaWorkers } from '../platform/aws/lambda-workers.ts';
import { systemClock } from '../platform/clock.ts';
import { requireEnv } from '../platform/env.ts';
import { conversationStore } from './conversations.ts';
import { sandboxKeys, sandboxReader } from './sandboxes.ts';

/** Wiring of functions for the events of conversations. */

const eventReader = () => new DynamoEventReader(documents(), { events: requireEnv('EVENTS_TABLE') });

export const eventWriter = () =>
  new DynamoEventWriter(documents(), { events: requireEnv('EVENTS_TABLE') }, systemClock);

export const eventStore = () => new DynamoEventStore(documents(), { events: requireEnv('EVENTS_TABLE') }, systemClock);

export const eventLeases = () =>
  new DynamoEventLeases(documents(), { events: requireEnv('EVENTS_TABLE') }, systemClock);

export const followedConversations = () =>
  new DynamoFollowedConversations(documents(), {
    conversations: requireEnv('CONVERSATIONS_TABLE'),
    events: requireEnv('EVENTS_TABLE'),
    sandboxes: requireEnv('SANDBOXES_TABLE'),
  });

/** Dependencies of the endpoints that read histories. */
export const historyDeps = () => ({ conversations: conversationStore(), events: eventReader() });

/** Dependencies of the endpoints that receive conversations from agents. */
const hookDeps = () => ({
  sandboxes: sandboxReader(),
  keys: sandboxKeys(),
  followed: followedConversations(),
  now: systemClock,
});

/** The worker that fetches what an agent did not deliver, and titles. */
export const startBackfill = () => {
  const workers = new LambdaWorkers();
  const backfillFunction = requireEnv('BACKFILL_EVENTS_FUNCTION');
  return (ownerId: string, conversationId: string) =>
    workers.start(backfillFunction, { owner_id: ownerId, conversation_id: conversationId });
};

/** Dependencies of the webhooks for events. */
export const eventWebhookDeps = () => ({ ...hookDeps(), events: eventWriter(), backfill: startBackfill() });

/** Dependencies of the conversation webhooks. */
export const conversationWebhookDeps = () => ({ ...hookDeps(), backfill: startBackfill() });

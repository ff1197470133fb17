import type { StartBackfill } from '../domain/agents/webhooks/receive-hook.ts';
import { DynamoEventLeases } from '../domain/conversations/events/dynamo-event-leases.ts';
import { DynamoEventReader } from '../domain/conversations/events/dynamo-event-reader.ts';
import { DynamoEventStore, DynamoEventWriter } from '../domain/conversations/events/dynamo-event-writer.ts';
import { deletionMarker } from '../domain/conversations/events/event-rows.ts';
import { DynamoPendingMessages } from '../domain/conversations/messages/dynamo-pending-messages.ts';
import {
  DynamoConversationDeletions,
  type EndOfHistory,
} from '../domain/conversations/record/dynamo-conversation-deletions.ts';
import {
  DynamoConversationHomes,
  DynamoConversationReports,
  DynamoConversationStore,
} from '../domain/conversations/record/dynamo-conversation-store.ts';
import { DynamoSharedConversations } from '../domain/conversations/sharing/dynamo-shared-conversations.ts';
import { DynamoSharedFileReader, DynamoSharedFiles } from '../domain/conversations/sharing/dynamo-shared-files.ts';
import type { SharedDeps } from '../domain/conversations/sharing/read-shared.ts';
import {
  DynamoStartTaskReader,
  DynamoStartTaskStore,
} from '../domain/conversations/start/task/dynamo-start-task-store.ts';
import {
  DynamoKeptUploads,
  DynamoUploadReader,
  DynamoUploads,
  DynamoWholeUploads,
} from '../domain/conversations/uploads/dynamo-uploads.ts';
import type { WorkPlace } from '../domain/sandboxes/waits/sandbox-work.ts';
import type { WorkKind } from '../domain/sandboxes/waits/worker-places.ts';
import { documents } from '../platform/aws/documents.ts';
import { LambdaWorkers } from '../platform/aws/lambda-workers.ts';
import { systemClock } from '../platform/clock.ts';
import { requireEnv } from '../platform/env.ts';
import type { Table, Tables, WorkerName } from '../rights/statement.ts';
import { memberChanges, requestWindows } from './accounts.ts';
import { sandboxReader, sandboxWork } from './sandboxes.ts';

export const keptUploads = (granted: Tables<'uploads'>) => new DynamoKeptUploads(documents(), granted, systemClock);

export const uploads = (granted: Tables<'uploads'>) => new DynamoWholeUploads(documents(), granted, systemClock);

export const uploadParts = (granted: Tables<'uploads'>) => new DynamoUploads(documents(), granted, systemClock);

export const uploadReader = (granted: Tables<'uploads'>) => new DynamoUploadReader(documents(), granted, systemClock);

export const conversationStore = (granted: Tables<'conversations'>) =>
  new DynamoConversationStore(documents(), granted);

/** Conversations with their sandboxes. */
export const conversationHomes = (granted: Tables<'conversations' | 'sandboxes'>) =>
  new DynamoConversationHomes(documents(), granted);

export const conversationReports = (granted: Tables<'conversations'>) =>
  new DynamoConversationReports(documents(), granted);

export const startTaskStore = (granted: Tables<'startTasks'>) => new DynamoStartTaskStore(documents(), granted);

const markedIn =
  (events: Table<'events'>): EndOfHistory =>
  (log, now) =>
    deletionMarker(events, log, now);

export const deletionDeps = (granted: Tables<'conversations' | 'sandboxes' | 'owners' | 'events'>) => ({
  conversations: conversationStore(granted),
  homes: conversationHomes(granted),
  deletions: new DynamoConversationDeletions(documents(), granted, markedIn(granted.events)),
  now: systemClock,
});

export const eventWriter = (granted: Tables<'events'>) => new DynamoEventWriter(documents(), granted, systemClock);

export const eventStore = (granted: Tables<'events'>) => new DynamoEventStore(documents(), granted, systemClock);

export const eventLeases = (granted: Tables<'events'>) => new DynamoEventLeases(documents(), granted, systemClock);

export const eventReader = (granted: Tables<'events'>) => new DynamoEventReader(documents(), granted);

export const historyDeps = (granted: Tables<'conversations' | 'events'>) => ({
  conversations: conversationStore(granted),
  events: eventReader(granted),
});

/** The newest conversations of an owner with its members, for its admins. */
export const newestDeps = (granted: Tables<'conversations' | 'members'>) => ({
  conversations: conversationStore(granted),
  members: memberChanges(granted),
  now: systemClock,
});

/** The same with their sandboxes. */
export const listAllDeps = (granted: Tables<'conversations' | 'sandboxes' | 'members'>) => ({
  ...newestDeps(granted),
  sandboxes: sandboxReader(granted),
});

/** Whether conversations can have public links: a setting of the deployment. */
export const publicLinks = (): boolean => requireEnv('PUBLIC_LINKS') === 'true';

/** For people without a key. Without public links, nothing is public. */
export const sharedDeps = (granted: Tables<'conversations' | 'sandboxes' | 'deviceCodes' | 'owners'>): SharedDeps => ({
  shared: publicLinks() ? new DynamoSharedConversations(documents(), granted) : { find: async () => undefined },
  windows: requestWindows(granted),
  now: systemClock,
});

export const sharedFiles = (granted: Tables<'conversations' | 'events'>) => new DynamoSharedFiles(documents(), granted);

export const sharedFileReader = (granted: Tables<'events'>) => new DynamoSharedFileReader(documents(), granted);

export const sharedHistoryDeps = (granted: Parameters<typeof sharedDeps>[0] & Tables<'events'>) => ({
  ...sharedDeps(granted),
  events: eventReader(granted),
});

/** Invokes the worker of a sandbox; returns once Lambda has accepted the invocation. */
const invoking = (worker: string) => {
  const workers = new LambdaWorkers();
  return ({ ownerId, sandboxId }: WorkPlace) => workers.start(worker, { owner_id: ownerId, sandbox_id: sandboxId });
};

/** Orders work from the agent of a sandbox, and starts a worker if it has none. */
const orderFor = (granted: Tables<'waits'>, kind: WorkKind, worker: string): StartBackfill => {
  const [invoke, work] = [invoking(worker), sandboxWork(granted, kind)];
  return async (ownerId, sandboxId, id) => {
    if (await work.request({ ownerId, sandboxId }, id)) await invoke({ ownerId, sandboxId });
  };
};

/** Orders undelivered events and titles. */
export const startBackfill = (
  granted: Tables<'waits'> & { readonly 'backfill-events': WorkerName<'backfill-events'> },
): StartBackfill => orderFor(granted, 'backfill', granted['backfill-events']);

export type Delivering = Tables<'waits'> & { readonly 'deliver-messages': WorkerName<'deliver-messages'> };

/** Orders the delivery of pending messages. */
export const deliverMessages = (granted: Delivering) => orderFor(granted, 'deliver', granted['deliver-messages']);

/** Continues deliveries that waited for the sandbox or its agent. */
export const hastenMessages = (granted: Delivering) => {
  const [work, invoke] = [sandboxWork(granted, 'deliver'), invokeDelivery(granted)];
  return async (place: WorkPlace): Promise<void> => {
    if (await work.hasten(place)) await invoke(place);
  };
};

export const invokeDelivery = (granted: Delivering) => invoking(granted['deliver-messages']);

export const pendingMessages = (granted: Tables<'pendingMessages'>) =>
  new DynamoPendingMessages(documents(), granted, systemClock);

/** For functions that only store messages. */
export const queueDeps = (
  granted: Delivering & Tables<'conversations' | 'sandboxes' | 'pendingMessages' | 'startTasks' | 'uploads'>,
) => ({
  homes: conversationHomes(granted),
  startTasks: new DynamoStartTaskReader(documents(), granted),
  uploads: keptUploads(granted),
  messages: pendingMessages(granted),
  work: sandboxWork(granted, 'deliver'),
  deliver: invokeDelivery(granted),
  now: systemClock,
});

import { setTimeout as wait } from 'node:timers/promises';
import type { StartBackfill } from '../domain/agents/webhooks/receive-hook.ts';
import { DynamoEventLeases } from '../domain/conversations/events/dynamo-event-leases.ts';
import { DynamoEventReader } from '../domain/conversations/events/dynamo-event-reader.ts';
import { DynamoEventStore, DynamoEventWriter } from '../domain/conversations/events/dynamo-event-writer.ts';
import { deletionMarker } from '../domain/conversations/events/event-rows.ts';
import { DynamoMessageQueue, DynamoPendingMessages } from '../domain/conversations/messages/dynamo-pending-messages.ts';
import { isRepeated, keepFirstMessage, restartMessages } from '../domain/conversations/messages/restart-messages.ts';
import {
  DynamoConversationDeletions,
  type EndOfHistory,
} from '../domain/conversations/record/dynamo-conversation-deletions.ts';
import {
  DynamoConversationHomes,
  DynamoConversationReports,
  DynamoConversationStore,
} from '../domain/conversations/record/dynamo-conversation-store.ts';
import { HttpAgentConversations } from '../domain/conversations/start/agent/http-agent-conversations.ts';
import { HttpAgentForks } from '../domain/conversations/start/agent/http-agent-forks.ts';
import { HttpAgentWorkspace } from '../domain/conversations/start/agent/http-agent-workspace.ts';
import {
  DynamoAppStarts,
  DynamoLegacyStarts,
  DynamoRestarts,
} from '../domain/conversations/start/create/dynamo-conversation-starts.ts';
import type { RestartOrder } from '../domain/conversations/start/create/start-order.ts';
import type { StartTaskDeps } from '../domain/conversations/start/saga/run-start-task.ts';
import { DynamoEndedStarts } from '../domain/conversations/start/task/dynamo-ended-starts.ts';
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
import { gitBasesOf } from '../domain/git/git-bases.ts';
import { SandboxSpecs } from '../domain/sandboxes/specs/sandbox-specs.ts';
import type { WorkPlace } from '../domain/sandboxes/waits/sandbox-work.ts';
import type { WorkKind } from '../domain/sandboxes/waits/worker-places.ts';
import { documents } from '../platform/aws/documents.ts';
import { type VaultKey, vault } from '../platform/aws/kms-vault.ts';
import { LambdaWorkers } from '../platform/aws/lambda-workers.ts';
import { systemClock } from '../platform/clock.ts';
import { optionalEnv, requireEnv } from '../platform/env.ts';
import { embeddedMetric } from '../platform/metrics.ts';
import type { Granted } from '../rights/index.ts';
import type { Table, Tables, WorkerName } from '../rights/statement.ts';
import { stageLimits, startBudgets } from './billing.ts';
import { preparedStarts } from './prebuilds.ts';
import { ownSpecs, sandboxKeys, sandboxReader, sandboxStore, sandboxWork, warmTasks } from './sandboxes.ts';
import { settingsReader, settingsStore } from './settings.ts';

type Starting = Tables<
  'sandboxSpecs' | 'conversations' | 'startTasks' | 'sandboxes' | 'snapshots' | 'owners' | 'usage' | 'usageSums'
>;

/** Starts that can begin from a build of their repository. */
type Preparing = Tables<'prebuilds' | 'snapshots'>;

const keptUploads = (granted: Tables<'uploads'>) => new DynamoKeptUploads(documents(), granted, systemClock);

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

const endedStarts = (granted: Tables<'startTasks' | 'conversations' | 'sandboxes'>) =>
  new DynamoEndedStarts(documents(), granted);

const markedIn =
  (events: Table<'events'>): EndOfHistory =>
  (log, now) =>
    deletionMarker(events, log, now);

const anyStartDeps = (granted: Starting) => ({
  conversations: conversationStore(granted),
  sandboxes: sandboxStore(granted),
  budgets: startBudgets(granted),
  specs: SandboxSpecs.load(),
  ownSpecs: ownSpecs(granted),
  stageLimits: stageLimits(),
  now: systemClock,
});

const restarting = (granted: Tables<'startTasks' | 'pendingMessages'>) => {
  const deps = {
    startTasks: new DynamoStartTaskReader(documents(), granted),
    messages: new DynamoMessageQueue(documents(), granted, systemClock),
  };
  return { restartMessages: (order: RestartOrder) => restartMessages(order, deps) };
};

/** For starts of the legacy generation. */
export const startDeps = (granted: Starting & Preparing & VaultKey & Tables<'uploads' | 'pendingMessages'>) => ({
  ...anyStartDeps(granted),
  warmTasks: warmTasks(granted),
  ...restarting(granted),
  isRepeated: (order: Pick<RestartOrder, 'existing' | 'message'>) =>
    isRepeated(order, { startTasks: new DynamoStartTaskReader(documents(), granted) }),
  starts: new DynamoLegacyStarts(documents(), granted),
  findPrepared: preparedStarts(granted),
  vault: vault(granted),
});

/** In the current generation, a conversation can start with a named agent of its owner. */
export const appStartDeps = (
  granted: Starting & Preparing & VaultKey & Tables<'settings' | 'uploads' | 'pendingMessages'>,
) => ({
  ...anyStartDeps(granted),
  warmTasks: warmTasks(granted),
  ...restarting(granted),
  uploads: keptUploads(granted),
  starts: new DynamoAppStarts(documents(), granted),
  findPrepared: preparedStarts(granted),
  vault: vault(granted),
  settings: settingsStore(granted),
});

/** For forks, without what makes snapshots. */
export const forkDeps = (granted: Granted<'fork-conversation'>) => ({
  ...anyStartDeps(granted),
  // The workspace of a warm task is empty.
  warmTasks: { ready: () => Promise.reject(new Error('a fork begins from a snapshot')) },
  restartMessages: () => Promise.reject(new Error('a fork is a new conversation')),
  starts: new DynamoAppStarts(documents(), granted),
  vault: vault(granted),
  homes: conversationHomes(granted),
  startTasks: new DynamoStartTaskReader(documents(), granted),
  events: eventReader(granted),
});

/** For starts of an existing conversation, which has no secrets to seal. */
export const restartDeps = (granted: Starting & Tables<'pendingMessages'>) => ({
  ...anyStartDeps(granted),
  warmTasks: warmTasks(granted),
  ...restarting(granted),
  homes: conversationHomes(granted),
  starts: new DynamoRestarts(documents(), granted),
  vault: { seal: () => Promise.reject(new Error('a restarted conversation has no secrets of its own')) },
});

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
const deliverMessages = (granted: Delivering) => orderFor(granted, 'deliver', granted['deliver-messages']);

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

/** An aborted wait simply ends. */
const pause = (milliseconds: number, signal: AbortSignal) =>
  wait(milliseconds, undefined, { signal }).catch(() => undefined);

export const startTaskDeps = (granted: Granted<'run-start-task'>): StartTaskDeps => ({
  startTasks: startTaskStore(granted),
  endedStarts: endedStarts(granted),
  conversations: conversationStore(granted),
  sandboxes: sandboxReader(granted),
  keys: sandboxKeys(granted),
  settings: settingsReader(granted),
  vault: vault(granted),
  events: eventWriter(granted),
  messages: pendingMessages(granted),
  uploads: uploadReader(granted),
  deliverMessages: deliverMessages(granted),
  keepFirstMessage: (task, sandbox) => keepFirstMessage(task, sandbox, systemClock(), pendingMessages(granted)),
  metric: embeddedMetric(requireEnv('DEPLOYMENT')),
  agents: new HttpAgentConversations(),
  forks: new HttpAgentForks(),
  reports: conversationReports(granted),
  workspace: new HttpAgentWorkspace(pause),
  gitBases: gitBasesOf(optionalEnv('GIT_BASES')),
  now: systemClock,
  pause,
});

import { deletionMarker } from '../domain/conversations/events/event-rows.ts';
import {
  DynamoConversationDeletions,
  type EndOfHistory,
} from '../domain/conversations/record/dynamo-conversation-deletions.ts';
import { DynamoConversationHomes } from '../domain/conversations/record/dynamo-conversation-homes.ts';
import { DynamoConversationReports } from '../domain/conversations/record/dynamo-conversation-reports.ts';
import { DynamoConversationStore } from '../domain/conversations/record/dynamo-conversation-store.ts';
import { DynamoConversationStarts } from '../domain/conversations/start/create/dynamo-conversation-starts.ts';
import { DynamoFailedStarts } from '../domain/conversations/start/task/dynamo-failed-starts.ts';
import { DynamoStartTaskStore } from '../domain/conversations/start/task/dynamo-start-task-store.ts';
import { SandboxSpecs } from '../domain/sandboxes/specs/sandbox-specs.ts';
import { documents } from '../platform/aws/documents.ts';
import { vault } from '../platform/aws/kms-vault.ts';
import { systemClock } from '../platform/clock.ts';
import { requireEnv, requireEnvInteger } from '../platform/env.ts';
import { startBudgets } from './billing.ts';
import { sandboxStore, warmTasks } from './sandboxes.ts';
import { settingsStore } from './settings.ts';

/** Wiring of functions for conversations and their starts. */

export const conversationStore = () =>
  new DynamoConversationStore(documents(), { conversations: requireEnv('CONVERSATIONS_TABLE') });

/** Conversations with their sandboxes, for functions that read one of them. */
export const conversationHomes = () =>
  new DynamoConversationHomes(documents(), {
    conversations: requireEnv('CONVERSATIONS_TABLE'),
    sandboxes: requireEnv('SANDBOXES_TABLE'),
  });

export const conversationReports = () =>
  new DynamoConversationReports(documents(), { conversations: requireEnv('CONVERSATIONS_TABLE') });

export const startTaskStore = () =>
  new DynamoStartTaskStore(documents(), { startTasks: requireEnv('START_TASKS_TABLE') });

export const failedStarts = () =>
  new DynamoFailedStarts(documents(), {
    startTasks: requireEnv('START_TASKS_TABLE'),
    conversations: requireEnv('CONVERSATIONS_TABLE'),
    sandboxes: requireEnv('SANDBOXES_TABLE'),
  });

const conversationStarts = () =>
  new DynamoConversationStarts(documents(), {
    conversations: requireEnv('CONVERSATIONS_TABLE'),
    startTasks: requireEnv('START_TASKS_TABLE'),
    sandboxes: requireEnv('SANDBOXES_TABLE'),
    owners: requireEnv('OWNERS_TABLE'),
  });

const conversationDeletions = () =>
  new DynamoConversationDeletions(
    documents(),
    {
      conversations: requireEnv('CONVERSATIONS_TABLE'),
      sandboxes: requireEnv('SANDBOXES_TABLE'),
      owners: requireEnv('OWNERS_TABLE'),
    },
    markedIn(requireEnv('EVENTS_TABLE')),
  );

const markedIn =
  (events: string): EndOfHistory =>
  (log, now) =>
    deletionMarker(events, log, now);

/** Dependencies of the endpoints that start conversations. */
export const startDeps = () => ({
  conversations: conversationStore(),
  sandboxes: sandboxStore(),
  warmTasks: warmTasks(),
  budgets: startBudgets(),
  starts: conversationStarts(),
  specs: SandboxSpecs.load(),
  vault: vault(),
  sandboxLimit: requireEnvInteger('SANDBOX_LIMIT'),
  now: systemClock,
});

/** In the current generation a conversation may start with an agent that its owner keeps under a name. */
export const appStartDeps = () => ({ ...startDeps(), settings: settingsStore() });

/** Dependencies of a start of an existing conversation: it has no secrets to seal. */
export const restartDeps = () => ({
  conversations: conversationStore(),
  homes: conversationHomes(),
  sandboxes: sandboxStore(),
  warmTasks: warmTasks(),
  budgets: startBudgets(),
  starts: conversationStarts(),
  specs: SandboxSpecs.load(),
  vault: { seal: () => Promise.reject(new Error('a conversation that starts again has no secrets of its own')) },
  sandboxLimit: requireEnvInteger('SANDBOX_LIMIT'),
  now: systemClock,
});

/** Dependencies of the two endpoints that delete conversations. */
export const deletionDeps = () => ({
  conversations: conversationStore(),
  homes: conversationHomes(),
  deletions: conversationDeletions(),
  now: systemClock,
});

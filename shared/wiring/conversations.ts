import { documents } from '../aws/documents.ts';
import { systemClock } from '../clock.ts';
import { DynamoConversationDeletions } from '../conversations/dynamo-conversation-deletions.ts';
import { DynamoConversationStarts } from '../conversations/dynamo-conversation-starts.ts';
import { DynamoConversationStore } from '../conversations/dynamo-conversation-store.ts';
import { DynamoConversationUpdates } from '../conversations/dynamo-conversation-updates.ts';
import { requireEnv, requireEnvInteger } from '../env.ts';
import { SandboxSpecs } from '../sandbox-specs/sandbox-specs.ts';
import { DynamoStartTaskStore } from '../start-tasks/dynamo-start-task-store.ts';
import { startBudgets } from './budgets.ts';
import { sandboxReader, sandboxStore } from './sandboxes.ts';
import { vault } from './vault.ts';

/** What functions that deal with conversations and their starts are wired from. */

export const conversationStore = () => new DynamoConversationStore(documents(), requireEnv('CONVERSATIONS_TABLE'));

export const conversationUpdates = () => new DynamoConversationUpdates(documents(), requireEnv('CONVERSATIONS_TABLE'));

export const startTaskStore = () => new DynamoStartTaskStore(documents(), requireEnv('START_TASKS_TABLE'));

export const conversationStarts = () =>
  new DynamoConversationStarts(documents(), {
    conversations: requireEnv('CONVERSATIONS_TABLE'),
    startTasks: requireEnv('START_TASKS_TABLE'),
    sandboxes: requireEnv('SANDBOXES_TABLE'),
    owners: requireEnv('OWNERS_TABLE'),
  });

export const conversationDeletions = () =>
  new DynamoConversationDeletions(documents(), {
    conversations: requireEnv('CONVERSATIONS_TABLE'),
    events: requireEnv('EVENTS_TABLE'),
    sandboxes: requireEnv('SANDBOXES_TABLE'),
    owners: requireEnv('OWNERS_TABLE'),
  });

/** What the two endpoints need that start conversations. */
export const startDeps = () => ({
  conversations: conversationStore(),
  sandboxes: sandboxStore(),
  budgets: startBudgets(),
  starts: conversationStarts(),
  specs: SandboxSpecs.load(),
  vault: vault(),
  sandboxLimit: requireEnvInteger('SANDBOX_LIMIT'),
  now: systemClock,
});

/** What a start needs of a conversation that is there: it brings no secrets along, so that no key is needed to seal them. */
export const restartDeps = () => ({
  conversations: conversationStore(),
  sandboxes: sandboxStore(),
  budgets: startBudgets(),
  starts: conversationStarts(),
  specs: SandboxSpecs.load(),
  vault: { seal: () => Promise.reject(new Error('a conversation that starts again has no secrets of its own')) },
  sandboxLimit: requireEnvInteger('SANDBOX_LIMIT'),
  now: systemClock,
});

/** What the two endpoints need that delete conversations. */
export const deletionDeps = () => ({
  conversations: conversationStore(),
  sandboxes: sandboxReader(),
  deletions: conversationDeletions(),
  now: systemClock,
});

import { setTimeout as wait } from 'node:timers/promises';
import { DynamoMessageQueue } from '../../domain/conversations/messages/dynamo-pending-messages.ts';
import { isRepeated, keepFirstMessage, restartMessages } from '../../domain/conversations/messages/restart-messages.ts';
import { HttpAgentConversations } from '../../domain/conversations/start/agent/http-agent-conversations.ts';
import { HttpAgentForks } from '../../domain/conversations/start/agent/http-agent-forks.ts';
import { HttpAgentWorkspace } from '../../domain/conversations/start/agent/http-agent-workspace.ts';
import {
  DynamoAppStarts,
  DynamoLegacyStarts,
  DynamoRestarts,
} from '../../domain/conversations/start/create/dynamo-conversation-starts.ts';
import type { RestartOrder } from '../../domain/conversations/start/create/start-order.ts';
import type { StartTaskDeps } from '../../domain/conversations/start/saga/run-start-task.ts';
import { DynamoEndedStarts } from '../../domain/conversations/start/task/dynamo-ended-starts.ts';
import { DynamoStartTaskReader } from '../../domain/conversations/start/task/dynamo-start-task-store.ts';
import { gitBasesOf } from '../../domain/git/git-bases.ts';
import { SandboxSpecs } from '../../domain/sandboxes/specs/sandbox-specs.ts';
import { documents } from '../../platform/aws/documents.ts';
import { type VaultKey, vault } from '../../platform/aws/kms-vault.ts';
import { systemClock } from '../../platform/clock.ts';
import { optionalEnv, requireEnv } from '../../platform/env.ts';
import { embeddedMetric } from '../../platform/metrics.ts';
import type { Granted } from '../../rights/index.ts';
import type { Tables } from '../../rights/statement.ts';
import { stageLimits, startBudgets } from '../billing.ts';
import {
  conversationHomes,
  conversationReports,
  conversationStore,
  deliverMessages,
  eventReader,
  eventWriter,
  keptUploads,
  pendingMessages,
  startTaskStore,
  uploadReader,
} from '../conversations.ts';
import { repositoryTokenDeps } from '../git.ts';
import { preparedStarts } from '../prebuilds.ts';
import { ownSpecs, sandboxKeys, sandboxReader, sandboxStore, warmTasks } from '../sandboxes.ts';
import { agentModels, settingsReader, settingsStore } from '../settings.ts';

type Starting = Tables<
  'sandboxSpecs' | 'conversations' | 'startTasks' | 'sandboxes' | 'snapshots' | 'owners' | 'usage' | 'usageSums'
>;

/** Starts that can begin from a build of their repository. */
type Preparing = Tables<'prebuilds' | 'snapshots'>;

const endedStarts = (granted: Tables<'startTasks' | 'conversations' | 'sandboxes'>) =>
  new DynamoEndedStarts(documents(), granted);

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
  agentModels: agentModels(granted),
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
  appTokens: repositoryTokenDeps(granted).appTokens,
  publicBaseUrl: requireEnv('PUBLIC_BASE_URL'),
  now: systemClock,
  pause,
});

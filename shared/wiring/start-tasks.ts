import { setTimeout as wait } from 'node:timers/promises';
import { HttpAgentConversations } from '../domain/conversations/start/agent/http-agent-conversations.ts';
import { HttpAgentWorkspace } from '../domain/conversations/start/agent/http-agent-workspace.ts';
import type { StartTaskDeps } from '../domain/conversations/start/saga/run-start-task.ts';
import { gitBasesOf } from '../domain/git/git-bases.ts';
import { vault } from '../platform/aws/kms-vault.ts';
import { systemClock } from '../platform/clock.ts';
import { optionalEnv, requireEnv } from '../platform/env.ts';
import { embeddedMetric } from '../platform/metrics.ts';
import { conversationStore, failedStarts, startTaskStore } from './conversations.ts';
import { eventWriter } from './events.ts';
import { deliverMessages, pendingMessages } from './messages.ts';
import { sandboxKeys, sandboxReader } from './sandboxes.ts';
import { settingsReader } from './settings.ts';

/** A wait that is not needed any more is rejected, which is an end like any other. */
const pause = (milliseconds: number, signal: AbortSignal) =>
  wait(milliseconds, undefined, { signal }).catch(() => undefined);

/** Wiring of the worker of start tasks. */
export const startTaskDeps = (): StartTaskDeps => ({
  startTasks: startTaskStore(),
  failedStarts: failedStarts(),
  conversations: conversationStore(),
  sandboxes: sandboxReader(),
  keys: sandboxKeys(),
  settings: settingsReader(),
  vault: vault(),
  events: eventWriter(),
  messages: pendingMessages(),
  deliverMessages: deliverMessages(),
  metric: embeddedMetric(requireEnv('DEPLOYMENT')),
  agents: new HttpAgentConversations(),
  workspace: new HttpAgentWorkspace(pause),
  gitBases: gitBasesOf(optionalEnv('GIT_BASES')),
  now: systemClock,
  pause,
});

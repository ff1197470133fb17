import { setTimeout as wait } from 'node:timers/promises';
import { systemClock } from '../clock.ts';
import { optionalEnv } from '../env.ts';
import { HttpAgentConversations } from '../start-tasks/http-agent-conversations.ts';
import { HttpAgentWorkspace } from '../start-tasks/http-agent-workspace.ts';
import { gitBasesOf } from '../start-tasks/repository.ts';
import type { StartTaskDeps } from '../start-tasks/run-start-task.ts';
import { conversationStore, startTaskStore } from './conversations.ts';
import { eventWriter } from './events.ts';
import { deliverMessages, pendingMessages } from './messages.ts';
import { sandboxKeys, sandboxReader } from './sandboxes.ts';
import { settingsReader } from './settings.ts';
import { vault } from './vault.ts';

/** A wait that is not needed any more is rejected, which is an end like any other. */
const pause = (milliseconds: number, signal: AbortSignal) =>
  wait(milliseconds, undefined, { signal }).catch(() => undefined);

/** What the worker of start tasks is wired from. */
export const startTaskDeps = (): StartTaskDeps => ({
  startTasks: startTaskStore(),
  conversations: conversationStore(),
  sandboxes: sandboxReader(),
  keys: sandboxKeys(),
  settings: settingsReader(),
  vault: vault(),
  events: eventWriter(),
  messages: pendingMessages(),
  deliverMessages: deliverMessages(),
  agents: new HttpAgentConversations(),
  workspace: new HttpAgentWorkspace(pause),
  gitBases: gitBasesOf(optionalEnv('GIT_BASES')),
  now: systemClock,
  pause,
});

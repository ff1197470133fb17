import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from 'aws-lambda';
import * as z from 'zod';
import { systemClock } from '../../shared/clock.ts';
import { HttpAgentConversations } from '../../shared/start-tasks/http-agent-conversations.ts';
import { modelSettings } from '../../shared/start-tasks/model-settings.ts';
import { runStartTask, type StartTaskDeps } from '../../shared/start-tasks/run-start-task.ts';
import { conversationStore, startTaskStore } from '../../shared/wiring/conversations.ts';
import { sandboxKeys, sandboxReader } from '../../shared/wiring/sandboxes.ts';

const Order = z.object({ owner_id: z.string(), start_task_id: z.string() });

let deps: StartTaskDeps | undefined;

/** The worker that brings a start task to its end, or as far as its sandbox allows now. */
export async function handler(event: unknown, { awsRequestId }: Context): Promise<void> {
  deps ??= {
    startTasks: startTaskStore(),
    conversations: conversationStore(),
    sandboxes: sandboxReader(),
    agents: new HttpAgentConversations(modelSettings()),
    keys: sandboxKeys(),
    now: systemClock,
    // A wait that is not needed any more is rejected, which is an end like any other.
    pause: (milliseconds, signal) => wait(milliseconds, undefined, { signal }).catch(() => undefined),
  };
  const { owner_id: ownerId, start_task_id: startTaskId } = Order.parse(event);
  await runStartTask(ownerId, startTaskId, awsRequestId, deps);
}

import type { Context } from 'aws-lambda';
import * as z from 'zod';
import { runStartTask } from '../../shared/domain/conversations/start/saga/run-start-task.ts';
import { grantedTo } from '../../shared/platform/granted.ts';
import { wired } from '../../shared/platform/init/wired.ts';
import { startTaskDeps } from '../../shared/wiring/conversations.ts';

const Order = z.object({ owner_id: z.string(), start_task_id: z.string() });

const depsOf = wired(() => startTaskDeps(grantedTo('run-start-task')));

/** Runs a start task to its end, or as far as its sandbox and the time limit allow. */
export async function handler(event: unknown, context: Context): Promise<void> {
  const deps = depsOf();
  const { owner_id: ownerId, start_task_id: startTaskId } = Order.parse(event);
  const run = { worker: context.awsRequestId, timeLeft: () => context.getRemainingTimeInMillis() };
  await runStartTask(ownerId, startTaskId, run, deps);
}

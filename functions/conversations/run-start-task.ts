import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from 'aws-lambda';
import * as z from 'zod';
import { runInTurn, type TurnDeps } from '../../shared/domain/conversations/start/saga/start-turn.ts';
import { grantedTo } from '../../shared/platform/granted.ts';
import { wired } from '../../shared/platform/init/wired.ts';
import type { Granted } from '../../shared/rights/index.ts';
import { startTaskDeps } from '../../shared/wiring/conversations/starts.ts';
import { sandboxWork, workerPlaces } from '../../shared/wiring/sandboxes.ts';

const Order = z.object({ owner_id: z.string(), start_task_id: z.string() });

const depsOf = wired(() => wire(grantedTo('run-start-task')));

/** Runs a start task, and others of its sandbox, to their ends or as far as their sandbox and the time limit allow. */
export async function handler(event: unknown, context: Context): Promise<void> {
  const deps = depsOf();
  const { owner_id: ownerId, start_task_id: startTaskId } = Order.parse(event);
  const run = { worker: context.awsRequestId, timeLeft: () => context.getRemainingTimeInMillis() };
  await runInTurn(ownerId, startTaskId, run, deps);
}

function wire(granted: Granted<'run-start-task'>): TurnDeps {
  return {
    ...startTaskDeps(granted),
    work: sandboxWork(granted, 'start'),
    places: workerPlaces(granted, 'start'),
    wait: (milliseconds) => pause(milliseconds),
  };
}

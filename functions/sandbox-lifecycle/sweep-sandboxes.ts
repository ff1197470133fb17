import { LambdaWorkers } from '../../shared/aws/lambda-workers.ts';
import { requireEnv } from '../../shared/env.ts';
import { RepeatedFailures } from '../../shared/sandboxes/repeated-failures.ts';
import { type SweepDeps, sweep } from '../../shared/sandboxes/sweep.ts';
import { watchedBudgets } from '../../shared/wiring/budgets.ts';
import { startTaskStore } from '../../shared/wiring/conversations.ts';
import { reconcileDeps } from '../../shared/wiring/sandboxes.ts';

let deps: SweepDeps | undefined;

/** Sweeps follow each other in one instance, so that it knows what failed before. */
const repeated = new RepeatedFailures();

/** Every minute: what events told may have been lost, so both sides are read and compared. */
export async function handler(): Promise<void> {
  deps ??= wire();
  await sweep(deps, repeated);
}

function wire(): SweepDeps {
  const workers = new LambdaWorkers();
  const startFunction = requireEnv('RUN_START_TASK_FUNCTION');
  return {
    ...reconcileDeps(),
    ...watchedBudgets(),
    startTasks: startTaskStore(),
    runStartTask: (ownerId, startTaskId) =>
      workers.start(startFunction, { owner_id: ownerId, start_task_id: startTaskId }),
  };
}

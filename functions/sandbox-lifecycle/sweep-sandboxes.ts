import { LambdaWorkers } from '../../shared/aws/lambda-workers.ts';
import { requireEnv } from '../../shared/env.ts';
import { log } from '../../shared/log.ts';
import { RepeatedFailures } from '../../shared/sandboxes/repeated-failures.ts';
import { type SweepDeps, sweep } from '../../shared/sandboxes/sweep.ts';
import { type DeliverySweepDeps, sweepDeliveries } from '../../shared/webhook-endpoints/sweep-deliveries.ts';
import { watchedBudgets } from '../../shared/wiring/budgets.ts';
import { startTaskStore } from '../../shared/wiring/conversations.ts';
import { reconcileDeps } from '../../shared/wiring/sandboxes.ts';
import { deliverWebhooks, deliveryLeases } from '../../shared/wiring/webhooks.ts';

let deps: (SweepDeps & DeliverySweepDeps) | undefined;

/** Sweeps follow each other in one instance, so that it knows what failed before. */
const repeated = new RepeatedFailures();

/** Every minute: what events told may have been lost, so both sides are read and compared. */
export async function handler(): Promise<void> {
  deps ??= wire();
  // Neither waits for the other, nor fails with it.
  const [sandboxes, deliveries] = await Promise.allSettled([sweep(deps, repeated), sweepDeliveries(deps)]);
  if (deliveries.status === 'rejected') log.error('deliveries were not swept', { error: deliveries.reason });
  if (sandboxes.status === 'rejected') throw sandboxes.reason;
}

function wire(): SweepDeps & DeliverySweepDeps {
  const workers = new LambdaWorkers();
  const startFunction = requireEnv('RUN_START_TASK_FUNCTION');
  return {
    ...reconcileDeps(),
    ...watchedBudgets(),
    leases: deliveryLeases(),
    deliver: deliverWebhooks(),
    startTasks: startTaskStore(),
    runStartTask: (ownerId, startTaskId) =>
      workers.start(startFunction, { owner_id: ownerId, start_task_id: startTaskId }),
  };
}

import { RepeatedFailures } from '../../shared/domain/maintenance/repeated-failures.ts';
import { type SweepDeps, sweep } from '../../shared/domain/maintenance/sweep.ts';
import { SandboxSpecs } from '../../shared/domain/sandbox-specs/sandbox-specs.ts';
import { type DeliverySweepDeps, sweepDeliveries } from '../../shared/domain/webhook-endpoints/sweep-deliveries.ts';
import { LambdaWorkers } from '../../shared/platform/aws/lambda-workers.ts';
import { requireEnv } from '../../shared/platform/env.ts';
import { log } from '../../shared/platform/log.ts';
import { watchedBudgets } from '../../shared/wiring/billing.ts';
import { startTaskStore } from '../../shared/wiring/conversations.ts';
import { keptWarmTasks, masterKeys, reconcileDeps, sandboxIngress } from '../../shared/wiring/sandboxes.ts';
import { deliverWebhooks, deliveryLeases } from '../../shared/wiring/webhook-endpoints.ts';

let deps: (SweepDeps & DeliverySweepDeps) | undefined;

/** Kept between the runs of one instance, so that a run knows the failures before it. */
const repeated = new RepeatedFailures();

/** Every minute: events may have been lost, so both sides are read and compared. */
export async function handler(): Promise<void> {
  deps ??= wire();
  // Neither waits for the other, nor fails with it.
  const [sandboxes, deliveries] = await Promise.allSettled([sweep(deps, repeated), sweepDeliveries(deps)]);
  if (deliveries.status === 'rejected') log.error('sweep of webhook deliveries failed', { error: deliveries.reason });
  if (sandboxes.status === 'rejected') throw sandboxes.reason;
}

function wire(): SweepDeps & DeliverySweepDeps {
  const workers = new LambdaWorkers();
  const master = masterKeys();
  const startFunction = requireEnv('RUN_START_TASK_FUNCTION');
  return {
    ...reconcileDeps(master),
    ...watchedBudgets(),
    specs: SandboxSpecs.load(),
    warmTasks: keptWarmTasks(),
    ingress: sandboxIngress(master),
    leases: deliveryLeases(),
    deliver: deliverWebhooks(),
    startTasks: startTaskStore(),
    runStartTask: (ownerId, startTaskId) =>
      workers.start(startFunction, { owner_id: ownerId, start_task_id: startTaskId }),
  };
}

import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { offerSoon } from '../../shared/domain/maintenance/offer-turns.ts';
import { RepeatedFailures } from '../../shared/domain/maintenance/repeated-failures.ts';
import { type SweepDeps, sweep } from '../../shared/domain/maintenance/sweep.ts';
import { SandboxSpecs } from '../../shared/domain/sandboxes/specs/sandbox-specs.ts';
import { type DeliverySweepDeps, sweepDeliveries } from '../../shared/domain/webhooks/sweep-deliveries.ts';
import { LambdaWorkers } from '../../shared/platform/aws/lambda-workers.ts';
import { requireEnv } from '../../shared/platform/env.ts';
import { wired } from '../../shared/platform/init/wired.ts';
import { log } from '../../shared/platform/log.ts';
import { watchedBudgets } from '../../shared/wiring/billing.ts';
import { startTaskStore } from '../../shared/wiring/conversations.ts';
import { sweepProgress } from '../../shared/wiring/maintenance.ts';
import { masterKeys, reconcileDeps, sandboxIngress, warmPool } from '../../shared/wiring/sandboxes.ts';
import { deliverWebhooks, deliveryLeases } from '../../shared/wiring/webhook-endpoints.ts';

const depsOf = wired(wire);

interface Deps extends SweepDeps, DeliverySweepDeps {
  /** Kept between the runs of one instance, so that a run knows the failures before it. */
  readonly repeated: RepeatedFailures;
}

/** The schedule sweeps everything. Between two sweeps, in a burst of starts, only waiting sandboxes are swept. */
const Order = z.object({ offer_turns: z.boolean().optional() });

/** Every minute: events may have been lost, so both sides are read and compared. */
export async function handler(event: unknown): Promise<void> {
  const deps = depsOf();
  if (Order.parse(event).offer_turns) return offerSoon({ ...deps, pause: async (time) => void (await pause(time)) });
  // The two are independent: a failure of one does not stop the other.
  const [sandboxes, deliveries] = await Promise.allSettled([sweep(deps, deps.repeated), sweepDeliveries(deps)]);
  if (deliveries.status === 'rejected') log.error('sweep of webhook deliveries failed', { error: deliveries.reason });
  if (sandboxes.status === 'rejected') throw sandboxes.reason;
}

function wire(): Deps {
  const workers = new LambdaWorkers();
  const master = masterKeys();
  const startFunction = requireEnv('RUN_START_TASK_FUNCTION');
  const wakeFunction = requireEnv('WAKE_SANDBOX_FUNCTION');
  const segmentFunction = requireEnv('SWEEP_SEGMENT_FUNCTION');
  return {
    ...reconcileDeps(master),
    repeated: new RepeatedFailures(),
    ...watchedBudgets(),
    specs: SandboxSpecs.load(),
    warmPool: warmPool(),
    ingress: sandboxIngress(master),
    progress: sweepProgress(),
    wake: (order) => workers.start(wakeFunction, order),
    startSegment: (segment) => workers.start(segmentFunction, { segment }),
    leases: deliveryLeases(),
    deliver: deliverWebhooks(),
    startTasks: startTaskStore(),
    runStartTask: (ownerId, startTaskId) =>
      workers.start(startFunction, { owner_id: ownerId, start_task_id: startTaskId }),
  };
}

import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { offerDuringBurst } from '../../shared/domain/maintenance/offer-turns.ts';
import { RepeatedFailures } from '../../shared/domain/maintenance/repeated-failures.ts';
import { type SweepDeps, sweep } from '../../shared/domain/maintenance/sweep.ts';
import { type ModelCallSweepDeps, sweepModelCalls } from '../../shared/domain/maintenance/sweep-model-calls.ts';
import { type PrebuildSweepDeps, sweepPrebuilds } from '../../shared/domain/prebuilds/sweep-prebuilds.ts';
import { SandboxSpecs } from '../../shared/domain/sandboxes/specs/sandbox-specs.ts';
import type { WorkPlace } from '../../shared/domain/sandboxes/waits/sandbox-work.ts';
import type { WorkKind } from '../../shared/domain/sandboxes/waits/worker-places.ts';
import { type DeliverySweepDeps, sweepDeliveries } from '../../shared/domain/webhooks/sweep-deliveries.ts';
import { LambdaWorkers } from '../../shared/platform/aws/lambda-workers.ts';
import { grantedTo } from '../../shared/platform/granted.ts';
import { wired } from '../../shared/platform/init/wired.ts';
import { log } from '../../shared/platform/log.ts';
import type { Granted } from '../../shared/rights/index.ts';
import { eraseOwner, memberStore } from '../../shared/wiring/accounts.ts';
import { stageLimits, watchedBudgets } from '../../shared/wiring/billing.ts';
import { overdueModelCalls } from '../../shared/wiring/broker/model-calls.ts';
import { startTaskStore } from '../../shared/wiring/conversations.ts';
import { prebuilds, startBuild } from '../../shared/wiring/prebuilds.ts';
import { checkSpec } from '../../shared/wiring/sandboxes/own-specs.ts';
import { snapshotCounts, snapshotReader, startSnapshotWorker } from '../../shared/wiring/sandboxes/snapshots.ts';
import {
  entriesAtEdge,
  masterKeys,
  ownSpecs,
  reconcileDeps,
  sandboxIngress,
  sandboxWork,
  sweepProgress,
  warmPool,
} from '../../shared/wiring/sandboxes.ts';
import { operations } from '../../shared/wiring/service.ts';
import { deliverWebhooks, deliveryLeases } from '../../shared/wiring/webhooks.ts';

const depsOf = wired(() => wire(grantedTo('sweep-sandboxes')));

interface Deps extends SweepDeps, DeliverySweepDeps, PrebuildSweepDeps, ModelCallSweepDeps {
  /** Kept between the runs of one instance, so that a run knows earlier failures. */
  readonly repeated: RepeatedFailures;
}

/** The schedule sweeps everything. With `offer_turns`, in a burst of starts, only waiting sandboxes are swept. */
const Order = z.object({ offer_turns: z.boolean().optional() });

/** Compares the records with AWS every minute, because events can be lost. */
export async function handler(event: unknown): Promise<void> {
  const deps = depsOf();
  if (Order.parse(event).offer_turns)
    return offerDuringBurst({ ...deps, pause: async (time) => void (await pause(time)) });
  // They are independent: a failure of one does not stop the others.
  const [sandboxes, deliveries, builds, calls] = await Promise.allSettled([
    sweep(deps, deps.repeated),
    sweepDeliveries(deps),
    sweepPrebuilds(deps),
    sweepModelCalls(deps),
  ]);
  if (calls.status === 'rejected') log.error('sweep of calls of models failed', { error: calls.reason });
  if (builds.status === 'rejected') log.error('sweep of prebuilds failed', { error: builds.reason });
  if (deliveries.status === 'rejected') log.error('sweep of webhook deliveries failed', { error: deliveries.reason });
  if (sandboxes.status === 'rejected') throw sandboxes.reason;
}

function wire(granted: Granted<'sweep-sandboxes'>): Deps {
  const workers = new LambdaWorkers();
  const summaries = operations(granted);
  const leases = deliveryLeases(granted);
  const master = masterKeys(granted);
  const agentWork = (kind: WorkKind, worker: string) => {
    const work = sandboxWork(granted, kind);
    return {
      waiting: (places: readonly WorkPlace[]) => work.waiting(places),
      resume: (place: WorkPlace) => work.resume(place),
      run: ({ ownerId, sandboxId }: WorkPlace) => workers.start(worker, { owner_id: ownerId, sandbox_id: sandboxId }),
    };
  };
  return {
    ...reconcileDeps(granted, master),
    repeated: new RepeatedFailures(),
    ...watchedBudgets(granted),
    members: memberStore(granted),
    specs: SandboxSpecs.load(),
    warmPool: warmPool(granted),
    ingress: sandboxIngress(master),
    progress: sweepProgress(granted),
    wake: (order) => workers.start(granted['wake-sandbox'], order),
    startSegment: (segment) => workers.start(granted['sweep-segment'], { segment }),
    snapshots: snapshotReader(granted),
    snapshotCounts: snapshotCounts(granted),
    workOnSnapshot: startSnapshotWorker(granted),
    eraseOwner: eraseOwner(granted),
    saveSummary: (document, now) => summaries.saveSummary(document, now),
    deliveryBacklog: (now) => leases.backlog(now),
    stageLimits: stageLimits(),
    leases,
    deliver: deliverWebhooks(granted),
    ...overdueModelCalls(granted),
    prebuilds: prebuilds(granted),
    build: startBuild(granted),
    agentWork: {
      backfills: agentWork('backfill', granted['backfill-events']),
      messages: agentWork('deliver', granted['deliver-messages']),
    },
    edgeEntries: entriesAtEdge(granted),
    ownSpecs: ownSpecs(granted),
    checkSpec: checkSpec(granted),
    startTasks: startTaskStore(granted),
    runStartTask: (ownerId, startTaskId) =>
      workers.start(granted['run-start-task'], { owner_id: ownerId, start_task_id: startTaskId }),
  };
}

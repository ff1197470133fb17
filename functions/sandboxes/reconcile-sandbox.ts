import type { Context, DynamoDBBatchResponse, DynamoDBStreamEvent, EventBridgeEvent } from 'aws-lambda';
import { RepeatedFailures } from '../../shared/domain/maintenance/repeated-failures.ts';
import { sandboxOfTask, toTask } from '../../shared/domain/sandboxes/launch/ecs-task-shape.ts';
import type { ReconcileDeps } from '../../shared/domain/sandboxes/reconcile/perform.ts';
import {
  lastStepBy,
  reconcile,
  type Sleeper,
  type WakeOrder,
} from '../../shared/domain/sandboxes/reconcile/reconcile.ts';
import { POOL_OWNER, parseSnapshotName, parseStartedBy } from '../../shared/domain/sandboxes/record/identity.ts';
import { limits } from '../../shared/domain/sandboxes/record/limits.ts';
import type { Observation } from '../../shared/domain/sandboxes/record/step.ts';
import { SandboxSpecs } from '../../shared/domain/sandboxes/specs/sandbox-specs.ts';
import { type KeepDeps, keepPools } from '../../shared/domain/sandboxes/warm/keep-pools.ts';
import { snapshotOfEvent } from '../../shared/domain/sandboxes/workspace/ec2-disk-shape.ts';
import { LambdaWorkers } from '../../shared/platform/aws/lambda-workers.ts';
import { grantedTo } from '../../shared/platform/granted.ts';
import { wired } from '../../shared/platform/init/wired.ts';
import { log } from '../../shared/platform/log.ts';
import type { Granted } from '../../shared/rights/index.ts';
import { startSnapshotWorker } from '../../shared/wiring/sandboxes/snapshots.ts';
import { reconcileDeps, warmPool } from '../../shared/wiring/sandboxes.ts';

type ChangeEvent = EventBridgeEvent<'ECS Task State Change' | 'EBS Snapshot Notification', unknown>;

interface Deps extends ReconcileDeps, Omit<KeepDeps, 'sandboxes'> {
  /** Starts the worker that reconciles sandboxes at given times. Does not wait for it. */
  readonly wake: (order: WakeOrder) => Promise<void>;
  readonly workOnSnapshot: NonNullable<ReconcileDeps['workOnSnapshot']>;
  /** Counts the failures of a record, which the stream usually retries on the same instance. */
  readonly repeated: RepeatedFailures;
}

/** One invocation: its dependencies, and the time until which it can begin another step. */
interface Run extends Deps {
  readonly until: Date;
}

/** How far ahead the wake-up worker can wait, in milliseconds; the sweep handles anything later. */
const NEAR = limits.wake * 1000;

const depsOf = wired(() => wire(grantedTo('reconcile-sandbox')));

/** Reconciles after every change: from the stream of the sandboxes table (a request), ECS and EC2 (an observation). */
export async function handler(
  event: DynamoDBStreamEvent | ChangeEvent,
  context: Context,
): Promise<DynamoDBBatchResponse | undefined> {
  const deps = depsOf();
  const run = { ...deps, until: lastStepBy(deps.now(), context.getRemainingTimeInMillis()) };
  if ('Records' in event) return reconcileRecords(event, run);
  if (event['detail-type'] === 'EBS Snapshot Notification') await reconcileSnapshot(event.detail, run);
  else {
    const sandbox = sandboxOfTask(event.detail);
    if (sandbox)
      await wakeAll([await look(sandbox.ownerId, sandbox.sandboxId, { task: toTask(event.detail) }, run)], run);
  }
  return undefined;
}

/** The event has only the snapshot's id; its tags identify the sandbox, or the snapshot of an owner. */
async function reconcileSnapshot(detail: unknown, run: Run): Promise<void> {
  const id = snapshotOfEvent(detail);
  if (id === undefined) return;
  const found = await run.disks.snapshot(id);
  const snapshot = found === 'absent' ? undefined : parseSnapshotName(found.takenFor);
  if (snapshot) return run.workOnSnapshot(snapshot.ownerId, snapshot.snapshotId, id);
  const sandbox = found === 'absent' ? undefined : parseStartedBy(found.owner?.startedBy);
  if (sandbox) await wakeAll([await look(sandbox.ownerId, sandbox.sandboxId, { snapshot: { id, found } }, run)], run);
}

/** Reconciles the sandboxes of a batch in parallel, once each, and reports the first failure. */
async function reconcileRecords(event: DynamoDBStreamEvent, run: Run): Promise<DynamoDBBatchResponse> {
  const first = new Map<string, { ownerId: string; sandboxId: string; sequenceNumber: string }>();
  for (const { dynamodb } of event.Records) {
    const ownerId = dynamodb?.Keys?.owner_id?.S;
    const sandboxId = dynamodb?.Keys?.sandbox_id?.S;
    const key = `${ownerId}/${sandboxId}`;
    if (ownerId && sandboxId && !first.has(key))
      first.set(key, { ownerId, sandboxId, sequenceNumber: dynamodb?.SequenceNumber ?? '' });
  }
  const sleepers: (Sleeper | undefined)[] = [];
  const passes = [...first.values()].map(async ({ ownerId, sandboxId, sequenceNumber }) => {
    const name = `sandbox ${ownerId}/${sandboxId}`;
    try {
      sleepers.push(await look(ownerId, sandboxId, {}, run));
      run.repeated.succeeded(name);
      return [];
    } catch (error) {
      run.repeated.failed(name, 'sandbox was not reconciled', error, { owner_id: ownerId, sandbox_id: sandboxId });
      return [{ itemIdentifier: sequenceNumber }];
    }
  });
  const batchItemFailures = (await Promise.all(passes)).flat();
  await wakeAll(sleepers, run);
  if ([...first.values()].some(({ ownerId }) => ownerId === POOL_OWNER)) await refill(run);
  return { batchItemFailures };
}

/** Fills the gap that a claim leaves in the pool. The sweep handles failures, so that no record is retried for them. */
async function refill(run: Run): Promise<void> {
  try {
    await keepPools(run);
  } catch (error) {
    log.warn('warm pool was not refilled; the sweep will retry', { error });
  }
}

/** Reconciles a sandbox. @returns the sandbox if its next step is due soon */
async function look(ownerId: string, sandboxId: string, seen: Observation, run: Run): Promise<Sleeper | undefined> {
  const { again } = await reconcile(ownerId, sandboxId, seen, run, run.until);
  if (!again || again.getTime() - run.now().getTime() > NEAR) return undefined;
  return { owner_id: ownerId, sandbox_id: sandboxId, at: again.toISOString() };
}

/** Hands delayed steps to one worker, so that the other records of the batch do not wait. */
async function wakeAll(found: readonly (Sleeper | undefined)[], run: Run): Promise<void> {
  const sandboxes = found.filter((sleeper) => sleeper !== undefined);
  if (sandboxes.length > 0) await run.wake({ sandboxes });
}

function wire(granted: Granted<'reconcile-sandbox'>): Deps {
  const workers = new LambdaWorkers();
  const all = reconcileDeps(granted);
  return {
    ...all,
    specs: SandboxSpecs.load(),
    warmPool: warmPool(granted),
    enqueued: async () => {
      if (await all.pace.claimOffer(all.now())) await workers.start(granted['sweep-sandboxes'], { offer_turns: true });
    },
    repeated: new RepeatedFailures(),
    workOnSnapshot: startSnapshotWorker(granted),
    wake: (order) => workers.start(granted['wake-sandbox'], order),
  };
}

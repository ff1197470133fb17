import type { Context, DynamoDBBatchResponse, DynamoDBStreamEvent, EventBridgeEvent } from 'aws-lambda';
import { LambdaWorkers } from '../../shared/aws/lambda-workers.ts';
import { requireEnv } from '../../shared/env.ts';
import { sandboxOfTask, toTask } from '../../shared/sandboxes/ecs-task-shape.ts';
import { parseStartedBy } from '../../shared/sandboxes/identity.ts';
import { limits } from '../../shared/sandboxes/limits.ts';
import type { ReconcileDeps } from '../../shared/sandboxes/perform.ts';
import { lastStepBy, reconcile } from '../../shared/sandboxes/reconcile.ts';
import { RepeatedFailures } from '../../shared/sandboxes/repeated-failures.ts';
import { snapshotOfEvent } from '../../shared/sandboxes/snapshot-event.ts';
import type { Observation } from '../../shared/sandboxes/step.ts';
import { reconcileDeps } from '../../shared/wiring/sandboxes.ts';

type ChangeEvent = EventBridgeEvent<'ECS Task State Change' | 'EBS Snapshot Notification', unknown>;

interface Deps extends ReconcileDeps {
  /** Starts the worker that looks again at a given time; it returns at once. */
  readonly wake: (ownerId: string, sandboxId: string, at: Date) => Promise<void>;
}

/** One invocation: what it works with, and until when it may begin something. */
interface Run extends Deps {
  readonly until: Date;
}

/** What the wake-up worker can wait for, in milliseconds; anything later is left to the sweep. */
const NEAR = limits.wake * 1000;

let deps: Deps | undefined;

/** The stream brings a record again that failed, mostly to the same instance. */
const repeated = new RepeatedFailures();

/** Looks again at whatever changed: the stream of the sandboxes table (somebody wants something), ECS and EC2 (something happened). */
export async function handler(
  event: DynamoDBStreamEvent | ChangeEvent,
  context: Context,
): Promise<DynamoDBBatchResponse | undefined> {
  deps ??= wire();
  const run = { ...deps, until: lastStepBy(deps.now(), context.getRemainingTimeInMillis()) };
  if ('Records' in event) return reconcileRecords(event, run);
  if (event['detail-type'] === 'EBS Snapshot Notification') await reconcileSnapshot(event.detail, run);
  else {
    const sandbox = sandboxOfTask(event.detail);
    if (sandbox) await look(sandbox.ownerId, sandbox.sandboxId, { task: toTask(event.detail) }, run);
  }
  return undefined;
}

/** The event says which snapshot; whose it is only its tags tell. Those of others are none of ours. */
async function reconcileSnapshot(detail: unknown, run: Run): Promise<void> {
  const id = snapshotOfEvent(detail);
  if (id === undefined) return;
  const found = await run.disks.snapshot(id);
  const sandbox = found === 'absent' ? undefined : parseStartedBy(found.owner?.startedBy);
  if (sandbox) await look(sandbox.ownerId, sandbox.sandboxId, { snapshot: { id, found } }, run);
}

/** Sandboxes of a batch go in parallel, one pass for each: passes read the record anew, so one for several records is enough. The first that fails is told. */
async function reconcileRecords(event: DynamoDBStreamEvent, run: Run): Promise<DynamoDBBatchResponse> {
  const first = new Map<string, { ownerId: string; sandboxId: string; sequenceNumber: string }>();
  for (const { dynamodb } of event.Records) {
    const ownerId = dynamodb?.Keys?.owner_id?.S;
    const sandboxId = dynamodb?.Keys?.sandbox_id?.S;
    const key = `${ownerId}/${sandboxId}`;
    if (ownerId && sandboxId && !first.has(key))
      first.set(key, { ownerId, sandboxId, sequenceNumber: dynamodb?.SequenceNumber ?? '' });
  }
  const passes = [...first.values()].map(async ({ ownerId, sandboxId, sequenceNumber }) => {
    const name = `sandbox ${ownerId}/${sandboxId}`;
    try {
      await look(ownerId, sandboxId, {}, run);
      repeated.went(name);
      return [];
    } catch (error) {
      repeated.failed(name, 'sandbox was not reconciled', error, { owner_id: ownerId, sandbox_id: sandboxId });
      return [{ itemIdentifier: sequenceNumber }];
    }
  });
  return { batchItemFailures: (await Promise.all(passes)).flat() };
}

/** A pass that has to wait, or has no time left, hands the rest to a worker: whatever else comes in this batch must not wait with it. */
async function look(ownerId: string, sandboxId: string, seen: Observation, run: Run): Promise<void> {
  const { again } = await reconcile(ownerId, sandboxId, seen, run, run.until);
  if (again && again.getTime() - run.now().getTime() <= NEAR) await run.wake(ownerId, sandboxId, again);
}

function wire(): Deps {
  const workers = new LambdaWorkers();
  const wakeFunction = requireEnv('WAKE_SANDBOX_FUNCTION');
  return {
    ...reconcileDeps(),
    wake: (ownerId, sandboxId, at) =>
      workers.start(wakeFunction, { owner_id: ownerId, sandbox_id: sandboxId, at: at.toISOString() }),
  };
}

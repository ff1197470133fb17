import type { DynamoDBBatchResponse, DynamoDBStreamEvent, EventBridgeEvent } from 'aws-lambda';
import { log } from '../../shared/log.ts';
import { sandboxOfTask, toTask } from '../../shared/sandboxes/ecs-task-shape.ts';
import { type ReconcileDeps, reconcile } from '../../shared/sandboxes/reconcile.ts';
import { reconcileDeps } from '../../shared/wiring.ts';

type TaskEvent = EventBridgeEvent<'ECS Task State Change', unknown>;

let deps: ReconcileDeps | undefined;

/** Looks again at whatever changed. Two sources say so: the stream of the sandboxes table (somebody wants something) and ECS (something happened). */
export async function handler(event: DynamoDBStreamEvent | TaskEvent): Promise<DynamoDBBatchResponse | undefined> {
  deps ??= reconcileDeps();
  if ('Records' in event) return reconcileRecords(event, deps);
  const sandbox = sandboxOfTask(event.detail);
  if (sandbox) await reconcile(sandbox.ownerId, sandbox.sandboxId, { task: toTask(event.detail) }, deps);
  return undefined;
}

/** Sandboxes of a batch go in parallel, one pass for each: passes read the record anew, so one for several records is enough. The first that fails is told. */
async function reconcileRecords(event: DynamoDBStreamEvent, wired: ReconcileDeps): Promise<DynamoDBBatchResponse> {
  const first = new Map<string, { ownerId: string; sandboxId: string; sequenceNumber: string }>();
  for (const { dynamodb } of event.Records) {
    const ownerId = dynamodb?.Keys?.owner_id?.S;
    const sandboxId = dynamodb?.Keys?.sandbox_id?.S;
    const key = `${ownerId}/${sandboxId}`;
    if (ownerId && sandboxId && !first.has(key))
      first.set(key, { ownerId, sandboxId, sequenceNumber: dynamodb?.SequenceNumber ?? '' });
  }
  const passes = [...first.values()].map(async ({ ownerId, sandboxId, sequenceNumber }) => {
    try {
      await reconcile(ownerId, sandboxId, {}, wired);
      return [];
    } catch (error) {
      log.error('sandbox was not reconciled', { owner_id: ownerId, sandbox_id: sandboxId, error });
      return [{ itemIdentifier: sequenceNumber }];
    }
  });
  return { batchItemFailures: (await Promise.all(passes)).flat() };
}

import type { DynamoDBBatchItemFailure, DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import type { StartTaskStore } from '../../shared/domain/start-tasks/task/start-task-store.ts';
import { type QueueWebhooksDeps, queueWebhooks } from '../../shared/domain/webhook-endpoints/queue-webhooks.ts';
import { COUNT_KEY } from '../../shared/platform/aws/kept-counts.ts';
import { LambdaWorkers } from '../../shared/platform/aws/lambda-workers.ts';
import { requireEnv } from '../../shared/platform/env.ts';
import { log } from '../../shared/platform/log.ts';
import { startTaskStore } from '../../shared/wiring/conversations.ts';
import { queueWebhooksDeps } from '../../shared/wiring/webhook-endpoints.ts';

interface Deps extends QueueWebhooksDeps {
  readonly startTasks: Pick<StartTaskStore, 'openOf'>;
  readonly run: (ownerId: string, startTaskId: string) => Promise<void>;
}

let deps: Deps | undefined;

/** Wakes start tasks and publishes sandbox events in one function, as only two can read a stream. */
export async function handler(event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  deps ??= wire();
  const wired = deps;
  const changes = event.Records.filter(({ dynamodb }) => dynamodb?.Keys?.sandbox_id !== undefined);
  const [batchItemFailures, untold] = await Promise.all([
    wakeStartTasks(event.Records, wired),
    queueWebhooks(changes, wired),
  ]);
  if (untold !== undefined) batchItemFailures.push({ itemIdentifier: untold });
  return { batchItemFailures };
}

async function wakeStartTasks(records: readonly DynamoDBRecord[], wired: Deps): Promise<DynamoDBBatchItemFailure[]> {
  const outcomes = records.map(async (record) => {
    try {
      await dispatch(record, wired);
      return [];
    } catch (error) {
      log.error('start task workers were not invoked', { error });
      return [{ itemIdentifier: record.dynamodb?.SequenceNumber ?? '' }];
    }
  });
  return (await Promise.all(outcomes)).flat();
}

async function dispatch({ dynamodb, eventName }: DynamoDBRecord, { startTasks, run }: Deps): Promise<void> {
  const { owner_id: owner, start_task_id: startTask, sandbox_id: sandbox } = dynamodb?.Keys ?? {};
  if (!owner?.S) return;
  const ownerId = owner.S;
  if (startTask?.S) return startTask.S === COUNT_KEY ? undefined : run(ownerId, startTask.S);
  // Nothing waits for a sandbox that is new.
  if (!sandbox?.S || eventName === 'INSERT' || !gotSomewhere(dynamodb)) return;
  const open = await startTasks.openOf(ownerId, sandbox.S);
  await Promise.all(open.map(({ start_task_id: id }) => run(ownerId, id)));
}

/** Start tasks wait for a sandbox to run, fail or be given up; one whose conversation left it ends. */
function gotSomewhere(change: DynamoDBRecord['dynamodb']): boolean {
  const { OldImage: before, NewImage: after } = change ?? {};
  if (!after) return true;
  const differs = (name: string) => before?.[name]?.S !== after[name]?.S;
  const conversations = (row: typeof after | undefined) => Number(row?.conversation_count?.N ?? 0);
  const isLeft = conversations(after) < conversations(before);
  return (differs('phase') && after.phase?.S === 'RUNNING') || differs('desired') || isLeft;
}

function wire(): Deps {
  const workers = new LambdaWorkers();
  const startFunction = requireEnv('RUN_START_TASK_FUNCTION');
  return {
    ...queueWebhooksDeps(),
    startTasks: startTaskStore(),
    run: (ownerId, startTaskId) => workers.start(startFunction, { owner_id: ownerId, start_task_id: startTaskId }),
  };
}

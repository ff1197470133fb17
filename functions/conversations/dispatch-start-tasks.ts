import type { DynamoDBBatchItemFailure, DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import type { StartTaskStore } from '../../shared/domain/conversations/start/task/start-task-store.ts';
import { type QueueWebhooksDeps, queueWebhooks } from '../../shared/domain/webhooks/queue-webhooks.ts';
import { COUNT_KEY } from '../../shared/platform/aws/kept-counts.ts';
import { LambdaWorkers } from '../../shared/platform/aws/lambda-workers.ts';
import { grantedTo } from '../../shared/platform/granted.ts';
import { wired } from '../../shared/platform/init/wired.ts';
import { isHeld } from '../../shared/platform/lease.ts';
import { log } from '../../shared/platform/log.ts';
import type { Granted } from '../../shared/rights/index.ts';
import { startTaskStore } from '../../shared/wiring/conversations.ts';
import { startBuild } from '../../shared/wiring/prebuilds.ts';
import { queueWebhooksDeps } from '../../shared/wiring/webhooks.ts';

interface Deps extends QueueWebhooksDeps {
  readonly startTasks: Pick<StartTaskStore, 'openOf'>;
  readonly run: (ownerId: string, startTaskId: string) => Promise<void>;
  readonly build: (ownerId: string, prebuildId: string) => Promise<void>;
}

const depsOf = wired(() => wire(grantedTo('dispatch-start-tasks')));

/** Wakes start tasks and publishes sandbox events in one function, as only two can read a stream. */
export async function handler(event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  const deps = depsOf();
  const changes = event.Records.filter(({ dynamodb }) => dynamodb?.Keys?.sandbox_id !== undefined);
  const [batchItemFailures, failed] = await Promise.all([
    wakeStartTasks(event.Records, deps),
    queueWebhooks(changes, deps),
  ]);
  if (failed !== undefined) batchItemFailures.push({ itemIdentifier: failed });
  return { batchItemFailures };
}

async function wakeStartTasks(records: readonly DynamoDBRecord[], deps: Deps): Promise<DynamoDBBatchItemFailure[]> {
  const outcomes = records.map(async (record) => {
    try {
      await dispatch(record, deps);
      return [];
    } catch (error) {
      log.error('start task workers were not invoked', { error });
      return [{ itemIdentifier: record.dynamodb?.SequenceNumber ?? '' }];
    }
  });
  return (await Promise.all(outcomes)).flat();
}

async function dispatch({ dynamodb, eventName }: DynamoDBRecord, deps: Deps): Promise<void> {
  const { startTasks, run, now } = deps;
  const { owner_id: owner, start_task_id: startTask, sandbox_id: sandbox } = dynamodb?.Keys ?? {};
  if (!owner?.S) return;
  const ownerId = owner.S;
  if (startTask?.S) return startTask.S === COUNT_KEY ? undefined : run(ownerId, startTask.S);
  // No start task waits for a new row.
  if (!sandbox?.S || eventName === 'INSERT') return;
  const prebuildId = dynamodb?.NewImage?.prebuild_id?.S;
  if (prebuildId !== undefined) return phaseChanged(dynamodb) ? deps.build(ownerId, prebuildId) : undefined;
  if (!affectsStartTasks(dynamodb)) return;
  const open = await startTasks.openOf(ownerId, sandbox.S);
  // When a sandbox starts to run, boot-sandbox has already started the workers that hold a lease.
  const idle = onlyRuns(dynamodb) ? open.filter(({ lease_until: until }) => !isHeld(until, now())) : open;
  await Promise.all(idle.map(({ start_task_id: id }) => run(ownerId, id)));
}

/** Whether the build in the sandbox can go on, or must end. */
function phaseChanged({ OldImage: before, NewImage: after }: DynamoDBRecord['dynamodb'] = {}): boolean {
  return before?.phase?.S !== after?.phase?.S;
}

/** Whether start tasks can continue or must end: the sandbox is gone, runs, or is less wanted. */
function affectsStartTasks(change: DynamoDBRecord['dynamodb']): boolean {
  return !change?.NewImage || runsNow(change) || isLessWanted(change);
}

/** Whether the sandbox started to run and nothing else changed for start tasks. */
function onlyRuns(change: DynamoDBRecord['dynamodb']): boolean {
  return runsNow(change) && !isLessWanted(change);
}

function runsNow({ OldImage: before, NewImage: after }: DynamoDBRecord['dynamodb'] = {}): boolean {
  return after?.phase?.S === 'RUNNING' && before?.phase?.S !== 'RUNNING';
}

/** Whether the desired state changed, or a conversation left the sandbox. */
function isLessWanted({ OldImage: before, NewImage: after }: DynamoDBRecord['dynamodb'] = {}): boolean {
  const conversations = (row: typeof after) => Number(row?.conversation_count?.N ?? 0);
  return before?.desired?.S !== after?.desired?.S || conversations(after) < conversations(before);
}

function wire(granted: Granted<'dispatch-start-tasks'>): Deps {
  const workers = new LambdaWorkers();
  return {
    ...queueWebhooksDeps(granted),
    // No event of a sandbox or snapshot is an alert of a person.
    isMember: async () => false,
    startTasks: startTaskStore(granted),
    run: (ownerId, startTaskId) =>
      workers.start(granted['run-start-task'], { owner_id: ownerId, start_task_id: startTaskId }),
    build: startBuild(granted),
  };
}

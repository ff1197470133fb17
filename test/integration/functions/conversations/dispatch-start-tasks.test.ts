import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTaskItem } from '../../../../shared/domain/conversations/start/task/dynamo-start-task-store.ts';
import type { StartTask } from '../../../../shared/domain/conversations/start/task/start-task.ts';
import { COUNT_KEY } from '../../../../shared/platform/aws/kept-counts.ts';
import { aStartTask } from '../../../support/conversations/record/conversation-data.ts';
import { useHttpAgent } from '../../../support/http/http-agent.ts';
import { anOwner } from '../../../support/http/walk.ts';
import { useServiceTables } from '../../../support/service-tables.ts';

const lambda = await useHttpAgent();
const tables = await useServiceTables();
const environment = {
  ...tables.environment,
  AWS_ENDPOINT_URL_LAMBDA: lambda.url,
  START_TASKS_TABLE: tables.startTasks,
  RUN_START_TASK_FUNCTION: 'run-start-task',
  BUILD_PREBUILD_FUNCTION: 'build-prebuild',
  WEBHOOK_ENDPOINTS_TABLE: tables.webhookEndpoints,
  WEBHOOK_MESSAGES_TABLE: tables.webhookMessages,
  DELIVER_WEBHOOKS_FUNCTION: 'deliver-webhooks',
};
for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
afterAll(() => void vi.unstubAllEnvs());
// Another file of the worker may have loaded the handler with its tables.
vi.resetModules();
const { handler } = await import('../../../../functions/conversations/dispatch-start-tasks.ts');
beforeEach(() => {
  lambda.requests.length = 0;
  lambda.reply = () => ({ status: 202 });
});

type Row = Record<string, string | number>;
type Images = { readonly before?: Row; readonly after?: Row };

const aRow: Row = {
  sandbox_id: 's',
  spec_id: 'reference',
  phase: 'RUNNING',
  desired: 'RUNNING',
  generation: 1,
  wanted_generation: 1,
  stop_into: 'PAUSED',
};

function aRecord(keys: Record<string, string>, { before, after }: Images = {}): DynamoDBRecord {
  const attribute = (value: string | number) => (typeof value === 'number' ? { N: String(value) } : { S: value });
  const image = (row?: Row) =>
    row && Object.fromEntries(Object.entries(row).map(([name, value]) => [name, attribute(value)]));
  const Keys = image(keys) ?? {};
  const [OldImage, NewImage] = [image(before && { ...aRow, ...before }), image(after && { ...aRow, ...after })];
  const images = { ...(OldImage ? { OldImage } : {}), ...(NewImage ? { NewImage } : {}) };
  return { dynamodb: { Keys, SequenceNumber: `seq-${Object.values(keys).join('-')}`, ...images } };
}

async function add(overrides: Partial<StartTask>): Promise<StartTask> {
  const task = aStartTask(overrides);
  await tables.documents.send(new PutCommand({ TableName: tables.startTasks, Item: startTaskItem(task) }));
  return task;
}

async function woken(...records: DynamoDBRecord[]): Promise<string[]> {
  const { batchItemFailures } = await handler({ Records: records });
  expect(batchItemFailures).toEqual([]);
  return lambda.requests.map(({ body }) => body.start_task_id).toSorted();
}

describe('the dispatcher of start tasks', () => {
  it('invokes the worker for the record of a new start task, without waiting for it', async () => {
    const task = aStartTask();

    const ids = await woken(aRecord({ owner_id: task.owner_id, start_task_id: task.start_task_id }));

    expect(ids).toEqual([task.start_task_id]);
    expect(lambda.requests[0]).toMatchObject({
      path: '/2015-03-31/functions/run-start-task/invocations',
      headers: { 'x-amz-invocation-type': 'Event' },
    });
  });

  it('invokes no worker for the row with the count of start tasks', async () => {
    expect(await woken(aRecord({ owner_id: anOwner(), start_task_id: COUNT_KEY }))).toEqual([]);
  });

  it.each<[string, Images]>([
    ['runs', { before: { phase: 'BOOTING', desired: 'RUNNING' }, after: { phase: 'RUNNING', desired: 'RUNNING' } }],
    ['fails', { before: { phase: 'PENDING', desired: 'RUNNING' }, after: { phase: 'ERROR', desired: 'PAUSED' } }],
    ['gets the desired state PAUSED', { before: { desired: 'RUNNING' }, after: { desired: 'PAUSED' } }],
    ['is new', { after: { phase: 'PENDING', desired: 'RUNNING' } }],
    ['loses a conversation', { before: { conversation_count: 2 }, after: { conversation_count: 1 } }],
    ['is deleted', { before: { phase: 'DELETING', desired: 'DELETED' } }],
  ])('invokes the worker for the open start tasks when the sandbox %s', async (_, images) => {
    const owner_id = anOwner();
    const first = await add({ owner_id, sandbox_id: 's' });
    const second = await add({ owner_id, sandbox_id: 's' });
    await add({ owner_id, sandbox_id: 's', status: 'READY' });
    await add({ owner_id, sandbox_id: 'other' });

    const ids = await woken(aRecord({ owner_id, sandbox_id: 's' }, images));

    expect(ids).toEqual([first.start_task_id, second.start_task_id].toSorted());
  });

  it.each<[string, Images, number]>([
    ['runs', { before: { phase: 'BOOTING' }, after: { phase: 'RUNNING' } }, 1],
    ['is saved', { before: { phase: 'SAVING' }, after: { phase: 'PAUSED' } }, 1],
    ['changes otherwise', { before: { phase: 'RUNNING' }, after: { phase: 'RUNNING', generation: 1 } }, 0],
  ])('invokes the worker of a prebuild when the sandbox of its build %s', async (_, { before, after }, count) => {
    const images = { before: { ...before, prebuild_id: 'p1' }, after: { ...after, prebuild_id: 'p1' } };
    await handler({ Records: [aRecord({ owner_id: anOwner(), sandbox_id: 's' }, images)] });

    const builds = lambda.requests.filter(({ path }) => path === '/2015-03-31/functions/build-prebuild/invocations');
    expect(builds).toHaveLength(count);
  });

  it('does not repeat a start that a worker runs when the sandbox runs, but does for other changes', async () => {
    const owner_id = anOwner();
    const lease_until = new Date(Date.now() + 20_000).toISOString();
    const held = await add({ owner_id, sandbox_id: 's', lease_holder: 'w', lease_until });
    const runs = { before: { phase: 'BOOTING' }, after: { phase: 'RUNNING' } };
    const paused = { before: { desired: 'RUNNING' }, after: { desired: 'PAUSED' } };

    expect(await woken(aRecord({ owner_id, sandbox_id: 's' }, runs))).toEqual([]);
    expect(await woken(aRecord({ owner_id, sandbox_id: 's' }, paused))).toEqual([held.start_task_id]);
  });

  it('ignores other changes of a sandbox', async () => {
    const owner_id = anOwner();
    await add({ owner_id, sandbox_id: 's' });
    const images = {
      before: { phase: 'PENDING', desired: 'RUNNING' },
      after: { phase: 'PROVISIONING', desired: 'RUNNING' },
    };

    expect(await woken(aRecord({ owner_id, sandbox_id: 's' }, images))).toEqual([]);
  });

  it('returns only the record that failed', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const [bad, good] = [aStartTask(), aStartTask()];
    lambda.reply = ({ body }) => (JSON.stringify(body).includes(bad.start_task_id) ? { status: 403 } : { status: 202 });

    const { batchItemFailures } = await handler({
      Records: [bad, good].map(({ owner_id, start_task_id }) => aRecord({ owner_id, start_task_id })),
    });

    expect(batchItemFailures).toEqual([{ itemIdentifier: `seq-${bad.owner_id}-${bad.start_task_id}` }]);
    vi.mocked(console.error).mockRestore();
  });
});

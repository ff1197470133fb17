import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WATCH_SEGMENTS } from '../../../shared/domain/sandboxes/store/sandbox-store.ts';
import { Admin } from '../../support/service/admin.ts';
import { belongingsOf, waitForBelongings } from '../../support/service/belongings.ts';
import { operatorOf } from '../../support/service/control.ts';
import { waitForSandbox } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { Faults } from '../../support/service/faults.ts';
import { newOwner, service } from '../../support/service/owners.ts';
import { callWorker } from '../../support/service/workers.ts';

const { stateDirectory } = service();
const owner = await newOwner();
const state = stateDirectory ?? '';
const faults = new Faults(state);

const ALWAYS = 1_000;

const ofRunTask = { service: 'ecs', action: 'RunTask', times: ALWAYS } as const;

describe.runIf(stateDirectory !== null)('a start that ECS refuses', () => {
  let waiting: string;
  let paused: string;
  afterEach(() => faults.clear());

  const path = (id: string) => `/api/v1/sandboxes/${id}`;
  const start = async (): Promise<string> => (await owner.api.post('/api/v1/sandboxes')).body.id;

  it('waits for capacity with a status detail, and starts when capacity returns', async () => {
    await faults.add({ ...ofRunTask, kind: 'capacity' });
    [waiting, paused] = await Promise.all([start(), start()]);

    const found = await Promise.all(
      [waiting, paused].map((id) =>
        eventually('its status detail gives the reason', async () => {
          const { body } = await owner.api.get(path(id));
          return body.status_detail === null ? undefined : body;
        }),
      ),
    );

    for (const body of found)
      expect(body).toMatchObject({ status: 'STARTING', status_detail: expect.stringMatching(/capacity/i) });
    await owner.api.post(`${path(paused)}/pause`);
    await faults.clear();
    expect((await waitForSandbox(owner.api, waiting, 'RUNNING')).status_detail).toBeNull();
    expect((await belongingsOf(state, waiting)).live).toHaveLength(1);
  });

  it('ends without a task when the sandbox is paused while it waits for capacity', async () => {
    await waitForSandbox(owner.api, paused, 'PAUSED');
    await waitForBelongings(state, paused, [0, 0, 0]);
  });

  it('fails at once on a missing permission without leaving a resource, and can be resumed after the grant', async () => {
    const error = 'AccessDeniedException';
    await faults.add({ ...ofRunTask, kind: 'refuse', error, message: 'User: x is not authorized: ecs:RunTask' });
    await owner.api.post(`${path(paused)}/resume`);

    const failed = await waitForSandbox(owner.api, paused, 'ERROR');

    expect(failed.status_detail).toMatch(/lacks a permission/);
    await waitForBelongings(state, paused, [0, 0, 0]);
    await faults.clear();
    await owner.api.post(`${path(paused)}/resume`);
    await waitForSandbox(owner.api, paused, 'RUNNING');
  });
});

describe.runIf(stateDirectory !== null)('a service at its limits', () => {
  let documents: DynamoDBDocumentClient;
  let tables: { readonly paces: string; readonly parts: string };
  let queueUntil = 0;
  beforeAll(async () => {
    const { client, outputs } = await operatorOf(state);
    documents = DynamoDBDocumentClient.from(new DynamoDBClient(client));
    tables = { paces: outputs.LaunchPacesTable ?? '', parts: outputs.SweepPartsTable ?? '' };
  });

  /** Other tests of this service would find a queue, and some of them let sweeps fail, which give its turns. */
  afterAll(() => eventually('the queue is over', async () => Date.now() > queueUntil));

  it('queues a start behind others, and launches it soon', async () => {
    queueUntil = Date.now() + 15_000;
    const ahead = new UpdateCommand({
      TableName: tables.paces,
      Key: { pace_id: 'run-task' },
      UpdateExpression: 'SET queue_until = :until REMOVE offer_until',
      ExpressionAttributeValues: { ':until': queueUntil },
    });
    await documents.send(ahead);

    const { id } = (await owner.api.post('/api/v1/sandboxes')).body;

    await eventually('it waits in the queue', async () => {
      const { launch_queued_at: queuedAt } = await (await Admin.of(state)).sandbox(id);
      return typeof queuedAt === 'string';
    });
    await waitForSandbox(owner.api, id, 'RUNNING');
  });

  it('divides a sweep that one worker could not finish', async () => {
    const row = { part: 'sandboxes', after: 'sandbox a', completed_at: null, version: 1 };
    await documents.send(new PutCommand({ TableName: tables.parts, Item: row }));

    await callWorker(state, 'sweep-sandboxes', {});

    await eventually('all segments and the disks are complete', async () => {
      const { Items = [] } = await documents.send(new ScanCommand({ TableName: tables.parts, ConsistentRead: true }));
      const done = Items.filter(({ part, completed_at: at }) => /^(segment-\d|disks)$/.test(part) && at !== null);
      return done.length === WATCH_SEGMENTS + 1;
    });
    const { Items = [] } = await documents.send(new ScanCommand({ TableName: tables.parts, ConsistentRead: true }));
    expect(Items.find(({ part }) => part === 'sandboxes')).toMatchObject({ after: null });
  });
});

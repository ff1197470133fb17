import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { WATCH_SEGMENTS } from '../../../shared/domain/sandboxes/store/sandbox-store.ts';
import { Admin } from '../../support/service/admin.ts';
import { operatorOf } from '../../support/service/control.ts';
import { waitForSandbox } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { newOwner, type Owner, service } from '../../support/service/owners.ts';
import { callWorker } from '../../support/service/workers.ts';

const { stateDirectory } = service();
const state = stateDirectory ?? '';

describe.runIf(stateDirectory !== null)('a service at its limits', () => {
  let owner: Owner;
  let documents: DynamoDBDocumentClient;
  let tables: { readonly paces: string; readonly parts: string };
  beforeAll(async () => {
    owner = await newOwner();
    const { client, outputs } = await operatorOf(state);
    documents = DynamoDBDocumentClient.from(new DynamoDBClient(client));
    tables = { paces: outputs.LaunchPacesTable ?? '', parts: outputs.SweepPartsTable ?? '' };
  });

  it('has a start wait in the queue while others are ahead, and offers it a turn soon', async () => {
    const ahead = new UpdateCommand({
      TableName: tables.paces,
      Key: { pace_id: 'run-task' },
      UpdateExpression: 'SET queue_until = :until REMOVE offer_until',
      ExpressionAttributeValues: { ':until': Date.now() + 60_000 },
    });
    await documents.send(ahead);

    const { id } = (await owner.api.post('/api/v1/sandboxes')).body;

    await eventually('it waits in the queue', async () => {
      const { launch_queued_at: queuedAt } = await (await Admin.of(state)).sandbox(id);
      return typeof queuedAt === 'string' ? true : undefined;
    });
    await waitForSandbox(owner.api, id, 'RUNNING');
  });

  it('divides the sweep of a fleet that one worker had no time for', async () => {
    const row = { part: 'sandboxes', after: 'sandbox a', completed_at: null, version: 1 };
    await documents.send(new PutCommand({ TableName: tables.parts, Item: row }));

    await callWorker(state, 'sweep-sandboxes', {});

    await eventually('each segment and the disks were looked at to their end', async () => {
      const { Items = [] } = await documents.send(new ScanCommand({ TableName: tables.parts, ConsistentRead: true }));
      const done = Items.filter(({ part, completed_at: at }) => /^(segment-\d|disks)$/.test(part) && at !== null);
      return done.length === WATCH_SEGMENTS + 1 ? true : undefined;
    });
    const { Items = [] } = await documents.send(new ScanCommand({ TableName: tables.parts, ConsistentRead: true }));
    expect(Items.find(({ part }) => part === 'sandboxes')).toMatchObject({ after: null });
  });
});

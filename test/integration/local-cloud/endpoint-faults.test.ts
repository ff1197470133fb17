import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { ECSClient, RunTaskCommand } from '@aws-sdk/client-ecs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ADMIN_HEADER } from '../../../infra/local/aws/control.ts';
import type { Fault } from '../../../infra/local/aws/faults.ts';
import { admin, anEndpoint, type EndpointUnderTest } from './an-endpoint.ts';

let local: EndpointUnderTest;
beforeAll(async () => {
  local = await anEndpoint();
});
afterAll(() => local.stop());
beforeEach(() => local.faults.clear());

describe('the control paths', () => {
  const post = (fault: unknown, key = admin.secretAccessKey) =>
    fetch(`${local.url}/_local/faults`, {
      method: 'POST',
      headers: { [ADMIN_HEADER]: key },
      body: JSON.stringify(fault),
    });
  const aFault = (more: Partial<Fault>): Fault => ({
    service: 'dynamodb',
    action: 'PutItem',
    kind: 'throttle',
    times: 1,
    ...more,
  });
  const client = () => new DynamoDBClient(local.as('writer'));

  it('open only to the admin key, and check what they are told', async () => {
    expect((await post(aFault({}), 'wrong')).status).toBe(403);
    expect((await post({ ...aFault({}), kind: 'explode' })).status).toBe(400);
    expect((await post(aFault({}))).status).toBe(201);
  });

  it('throttle as often as they were told', async () => {
    await post(aFault({ times: 2 }));

    await expect(client().send(local.put('2'))).rejects.toMatchObject({ name: 'ThrottlingException' });
    await expect(client().send(local.put('2'))).rejects.toMatchObject({ name: 'ThrottlingException' });
    await client().send(local.put('2'));
  });

  it('fail, and forget what was asked for', async () => {
    await post(aFault({ kind: 'error' }));
    await expect(client().send(local.put('3'))).rejects.toMatchObject({ $metadata: { httpStatusCode: 500 } });

    await post(aFault({ kind: 'error' }));
    await fetch(`${local.url}/_local/faults`, {
      method: 'DELETE',
      headers: { [ADMIN_HEADER]: admin.secretAccessKey },
    });
    await client().send(local.put('3'));
  });

  it('drop the answer of a call that was done', async () => {
    await post(aFault({ kind: 'drop-answer' }));

    await expect(client().send(local.put('dropped'))).rejects.toThrow();

    const Key = { owner_id: { S: 'ann' }, thing_id: { S: 'dropped' } };
    expect((await client().send(new GetItemCommand({ TableName: local.table, Key }))).Item).toBeDefined();
  });

  it('leave capacity faults to ECS itself', async () => {
    await post(aFault({ service: 'ecs', action: 'RunTask', kind: 'capacity' }));

    await expect(
      new ECSClient(local.as('writer')).send(new RunTaskCommand({ cluster: 'main', taskDefinition: 'sbx-good' })),
    ).rejects.toThrow('once only');
    expect(local.faults.take('ecs', 'RunTask', ['capacity'])).toMatchObject({ kind: 'capacity' });
  });
});

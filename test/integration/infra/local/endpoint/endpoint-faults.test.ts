import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { ECSClient, ListTasksCommand, RunTaskCommand } from '@aws-sdk/client-ecs';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Fault } from '../../../../../infra/local/aws/faults.ts';
import { admin, useEndpoint } from '../an-endpoint.ts';

const local = await useEndpoint();
beforeEach(() => local.faults.clear());

const onPut = { service: 'dynamodb', action: 'PutItem', times: 1 } as const;
const client = () => new DynamoDBClient(local.as('writer'));

const control = (method: string, fault?: unknown, key?: string) => local.control(method, 'faults', fault, key);
const add = async (fault: Fault) => expect((await control('POST', fault)).status).toBe(201);

async function exists(id: string): Promise<boolean> {
  const Key = { owner_id: { S: 'ann' }, thing_id: { S: id } };
  return (await client().send(new GetItemCommand({ TableName: local.table, Key }))).Item !== undefined;
}

describe('the fault switchboard', () => {
  it('requires the admin key, and validates its input', async () => {
    expect((await control('POST', { ...onPut, kind: 'throttle' }, 'wrong')).status).toBe(403);
    expect((await control('POST', { ...onPut, kind: 'explode' })).status).toBe(400);
    expect((await control('POST')).status).toBe(400);
    await add({ ...onPut, kind: 'throttle' });
  });

  it('lists the remaining faults, and clears them', async () => {
    await add({ ...onPut, kind: 'error', times: 3 });
    await expect(client().send(local.put('1'))).rejects.toThrow();
    expect(await (await control('GET')).json()).toEqual({ faults: [{ ...onPut, kind: 'error', times: 2 }] });

    await control('DELETE');

    await client().send(local.put('1'));
  });

  it('throttles the requested number of calls', async () => {
    await add({ ...onPut, kind: 'throttle', times: 2 });

    await expect(client().send(local.put('2'))).rejects.toMatchObject({ name: 'ThrottlingException' });
    await expect(client().send(local.put('2'))).rejects.toMatchObject({ name: 'ThrottlingException' });
    await client().send(local.put('2'));
  });

  it('returns an internal error', async () => {
    await add({ ...onPut, kind: 'error' });

    await expect(client().send(local.put('3'))).rejects.toMatchObject({ $metadata: { httpStatusCode: 500 } });
  });

  it('returns any AWS error', async () => {
    await add({ service: 'ecs', kind: 'refuse', error: 'BlockedException', message: 'Account blocked.', times: 1 });

    await expect(
      new ECSClient(local.as('writer')).send(new ListTasksCommand({ cluster: 'main' })),
    ).rejects.toMatchObject({
      name: 'BlockedException',
      message: 'Account blocked.',
      $metadata: { httpStatusCode: 400 },
    });
  });

  it('delays a call', async () => {
    await add({ ...onPut, kind: 'delay', milliseconds: 80 });
    const before = performance.now();

    await client().send(local.put('4'));

    expect(performance.now() - before).toBeGreaterThan(75);
  });

  it('drops the answer of a completed call', async () => {
    await add({ ...onPut, kind: 'drop-answer' });

    await expect(client().send(local.put('dropped'))).rejects.toThrow();

    expect(await exists('dropped')).toBe(true);
  });

  it.each([
    ['before', false],
    ['after', true],
  ] as const)('kills the caller %s the call is done', async (when, done) => {
    await add({ ...onPut, kind: 'crash', when });
    local.seen.crashed.length = 0;

    await expect(client().send(local.put(`crash-${when}`))).rejects.toThrow();

    expect(local.seen.crashed).toEqual(['writer']);
    expect(await exists(`crash-${when}`)).toBe(done);
  });

  it('leaves capacity faults to the local ECS', async () => {
    await add({ service: 'ecs', action: 'RunTask', kind: 'capacity', times: 1 });

    await expect(
      new ECSClient(local.as('writer')).send(new RunTaskCommand({ cluster: 'main', taskDefinition: 'sbx-good' })),
    ).rejects.toThrow('once only');
    expect(local.faults.take('ecs', 'RunTask', ['capacity'])).toMatchObject({ kind: 'capacity' });
  });

  it("affects only the named function, and never the local cloud's own key", async () => {
    await add({ ...onPut, kind: 'error', function: 'Idle' });
    await client().send(local.put('5'));
    await add({ ...onPut, kind: 'error' });
    await new DynamoDBClient({ ...local.as('writer'), credentials: admin }).send(local.put('5'));

    await expect(new DynamoDBClient(local.as('idle')).send(local.put('5'))).rejects.toMatchObject({
      name: 'InternalServerError',
    });
    await expect(client().send(local.put('5'))).rejects.toMatchObject({ name: 'InternalServerError' });
  });
});

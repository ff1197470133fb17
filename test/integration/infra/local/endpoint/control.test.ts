import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { inventory, TASK, useEndpoint } from '../an-endpoint.ts';

const local = await useEndpoint();

const { control } = local;

describe('the control paths', () => {
  it.each([
    ['GET', 'state', undefined],
    ['GET', 'permissions', undefined],
    ['POST', 'schedules', undefined],
    ['POST', `tasks/${TASK}`, { how: 'retirement' }],
  ])('require the admin key: %s %s', async (method, path, body) => {
    expect((await control(method, path, body, 'wrong')).status).toBe(403);
  });

  it('return the whole inventory', async () => {
    expect(await (await control('GET', 'state')).json()).toEqual(inventory);
  });

  it('fire every schedule', async () => {
    expect((await control('POST', 'schedules')).status).toBe(202);
    expect(local.seen.schedulesFired).toBe(1);
  });

  it('end a task like AWS', async () => {
    const answer = await control('POST', `tasks/${TASK}`, { how: 'spot-interruption' });

    expect(answer.status).toBe(202);
    expect(local.seen.ended).toEqual([{ taskId: TASK, how: 'spot-interruption' }]);
  });

  it('refuse unknown tasks, paths and kinds of ending', async () => {
    expect((await control('POST', 'tasks/none', { how: 'host-failure' })).status).toBe(404);
    expect((await control('POST', `tasks/${TASK}`, { how: 'boredom' })).status).toBe(400);
    expect((await control('DELETE', 'state')).status).toBe(404);
    expect((await control('GET', 'unknown')).status).toBe(404);
  });

  it('return the permissions of each role and their use', async () => {
    await new DynamoDBClient(local.as('writer')).send(local.put('1'));

    const { roles } = (await (await control('GET', 'permissions')).json()) as { roles: { function: string }[] };

    expect(roles.find((role) => role.function === 'Idle')).toMatchObject({ statements: [], used: [] });
    expect(roles.find((role) => role.function === 'Writer')).toMatchObject({
      role: 'Test-WriterRole',
      functionName: 'writer',
      statements: expect.arrayContaining([expect.objectContaining({ Action: 'iam:PassRole' })]),
      used: [
        {
          action: 'dynamodb:PutItem',
          resource: `arn:aws:dynamodb:us-east-1:000000000000:table/${local.table}`,
          context: {},
        },
      ],
    });
  });

  it('record every denial with the name of its function', async () => {
    await expect(new DynamoDBClient(local.as('idle')).send(local.put('1'))).rejects.toThrow('not authorized');

    expect(local.seen.denials).toEqual([
      {
        caller: 'Idle',
        action: 'dynamodb:PutItem',
        resource: `arn:aws:dynamodb:us-east-1:000000000000:table/${local.table}`,
      },
    ]);
  });
});

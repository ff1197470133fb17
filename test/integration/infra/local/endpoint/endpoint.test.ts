import { get, type OutgoingHttpHeaders } from 'node:http';
import { DynamoDBClient, GetItemCommand, PutItemCommand, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
import { DescribeVolumesCommand, EC2Client } from '@aws-sdk/client-ec2';
import { ECSClient, ListTasksCommand, RunTaskCommand } from '@aws-sdk/client-ecs';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { describe, expect, it } from 'vitest';
import { admin, clusterArn, roleArn, useEndpoint } from '../an-endpoint.ts';

const local = await useEndpoint();

describe('DynamoDB through the endpoint', () => {
  it('serves the unmodified client, and reports the tables that it wrote', async () => {
    const client = new DynamoDBClient(local.as('writer'));
    local.seen.written.length = 0;
    await client.send(local.put('1'));
    const { Item } = await client.send(
      new GetItemCommand({ TableName: local.table, Key: { owner_id: { S: 'ann' }, thing_id: { S: '1' } } }),
    );

    expect(Item).toEqual({ owner_id: { S: 'ann' }, thing_id: { S: '1' } });
    expect(local.seen.written).toEqual([local.table]);
  });

  it("returns DynamoDB's own errors", async () => {
    const command = new PutItemCommand({
      TableName: local.table,
      Item: { owner_id: { S: 'ann' }, thing_id: { S: '1' } },
      ConditionExpression: 'attribute_not_exists(owner_id)',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });

    await new DynamoDBClient(local.as('writer')).send(local.put('1'));
    const failure = new DynamoDBClient(local.as('writer')).send(command);

    await expect(failure).rejects.toMatchObject({
      name: 'ConditionalCheckFailedException',
      Item: { owner_id: { S: 'ann' }, thing_id: { S: '1' } },
    });
  });

  it('denies a missing permission with the error of AWS', async () => {
    await expect(new DynamoDBClient(local.as('idle')).send(local.put('1'))).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: `User: arn:aws:sts::000000000000:assumed-role/Test-IdleRole/idle is not authorized to perform: dynamodb:PutItem on resource: arn:aws:dynamodb:us-east-1:000000000000:table/${local.table} because no identity-based policy allows the dynamodb:PutItem action`,
    });
  });

  it('checks each part of a transaction', async () => {
    const Key = { owner_id: { S: 'ann' }, thing_id: { S: '9' } };
    const transaction = (...TransactItems: object[]) => new TransactWriteItemsCommand({ TransactItems });
    const client = new DynamoDBClient(local.as('writer'));

    await client.send(transaction({ Put: { TableName: local.table, Item: Key } }));
    const denied = client.send(transaction({ Delete: { TableName: local.table, Key } }));

    await expect(denied).rejects.toThrow('dynamodb:DeleteItem');
  });
});

describe('a caller of the endpoint', () => {
  it('is refused with an unknown key', async () => {
    const stranger = new DynamoDBClient({
      ...local.as('writer'),
      credentials: { accessKeyId: 'AKIANOBODY', secretAccessKey: 'x' },
    });

    await expect(stranger.send(local.put('1'))).rejects.toMatchObject({
      name: 'UnrecognizedClientException',
      message: 'The security token included in the request is invalid.',
    });
  });

  it('is allowed everything with the admin key', async () => {
    await new DynamoDBClient({ ...local.as('writer'), credentials: admin }).send(local.put('admin'));
  });

  const { port } = new URL(local.url);
  const aliveWith = (headers: OutgoingHttpHeaders) =>
    new Promise((resolve, reject) => {
      const options = { port, host: '127.0.0.1', path: '/_local/alive', headers };
      get(options, (response) => resolve(response.resume().statusCode)).once('error', reject);
    });

  it('is refused with another host name, to prevent DNS rebinding', async () => {
    expect(await aliveWith({ host: `evil.example:${port}` })).toBe(403);
    expect(await aliveWith({})).toBe(200);
  });

  it.each([{ origin: 'https://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }])(
    'is refused when a browser marks it as a web page: %o',
    async (headers) => {
      expect(await aliveWith(headers)).toBe(403);
    },
  );

  it('is refused without a signature', async () => {
    const answer = await fetch(local.url, {
      method: 'POST',
      headers: { 'x-amz-target': 'DynamoDB_20120810.ListTables' },
      body: '{}',
    });

    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ __type: 'MissingAuthenticationTokenException' });
  });
});

describe('ECS through the endpoint', () => {
  const run = (taskDefinition: string, cluster = 'main') =>
    new ECSClient(local.as('writer')).send(new RunTaskCommand({ cluster, taskDefinition }));

  it('returns its results, with the type and fields of its errors', async () => {
    await expect(run('sbx-good')).rejects.toMatchObject({ name: 'ConflictException', resourceIds: ['arn:task'] });
    expect(local.seen.ecs.at(-1)).toMatchObject({ action: 'RunTask', input: { taskDefinition: 'sbx-good' } });
    const { taskArns } = await new ECSClient(local.as('writer')).send(new ListTasksCommand({ cluster: clusterArn }));
    expect(taskArns).toEqual([]);
  });

  it('denies another cluster, and passing a foreign role', async () => {
    await expect(run('sbx-good', 'other')).rejects.toThrow('not authorized to perform: ecs:RunTask');
    await expect(run('sbx-powerful')).rejects.toThrow(
      `not authorized to perform: iam:PassRole on resource: ${roleArn('admin')}`,
    );
  });
});

describe('Secrets Manager through the endpoint', () => {
  it('returns the generated secret to an allowed role', async () => {
    const get = new GetSecretValueCommand({ SecretId: local.secretArn });

    const secret = await new SecretsManagerClient(local.as('writer')).send(get);

    expect(JSON.parse(secret.SecretString ?? '')).toEqual({ current: 'k1', k1: expect.stringMatching(/^.{48}$/) });
    expect(secret.CreatedDate).toBeInstanceOf(Date);
    await expect(new SecretsManagerClient(local.as('idle')).send(get)).rejects.toThrow('secretsmanager:GetSecretValue');
  });
});

describe('Lambda through the endpoint', () => {
  const invoke = (FunctionName: string, payload: unknown, InvocationType?: 'Event') =>
    new LambdaClient(local.as('writer')).send(
      new InvokeCommand({ FunctionName, Payload: JSON.stringify(payload), ...(InvocationType && { InvocationType }) }),
    );

  it('accepts an event without waiting for the function', async () => {
    const answer = await invoke('worker', { id: 7 }, 'Event');

    expect(answer.StatusCode).toBe(202);
    expect(local.seen.events).toEqual([{ name: 'worker', payload: { id: 7 } }]);
  });

  it('waits for an answer, and marks an error of the function', async () => {
    const answer = await invoke('arn:aws:lambda:us-east-1:000000000000:function:worker', [1]);
    const failure = await invoke('worker', 'fail');

    expect(JSON.parse(answer.Payload?.transformToString() ?? '')).toEqual({ echo: [1] });
    expect(answer.FunctionError).toBeUndefined();
    expect(failure.FunctionError).toBe('Unhandled');
    expect(JSON.parse(failure.Payload?.transformToString() ?? '')).toEqual({ errorType: 'Error', errorMessage: 'no' });
  });

  it('denies functions that the role does not name', async () => {
    await expect(invoke('other', {})).rejects.toMatchObject({ name: 'AccessDeniedException' });
  });
});

describe('a call', () => {
  it('is refused and reported when it does not fit the model of its service', async () => {
    local.seen.ecs.length = 0;
    const launchType = 'FARGATE_SPOT' as 'FARGATE';
    const failure = new ECSClient(local.as('writer')).send(new ListTasksCommand({ cluster: clusterArn, launchType }));

    await expect(failure).rejects.toMatchObject({ name: 'ValidationException' });
    expect(local.seen.broken.splice(0)).toEqual([
      'function Writer breaks the AWS model of ListTasks: ListTasksRequest.launchType is not one of EC2, EXTERNAL, FARGATE, MANAGED_INSTANCES',
    ]);
    expect(local.seen.ecs).toEqual([]);
  });

  it('is checked for an operator and EC2, too', async () => {
    const command = new DescribeVolumesCommand({ MaxResults: 'all' as never });

    await expect(new EC2Client({ ...local.as('writer'), credentials: admin }).send(command)).rejects.toMatchObject({
      name: 'InvalidParameterValue',
    });
    expect(local.seen.broken.splice(0)).toEqual([
      'an operator breaks the AWS model of DescribeVolumes: DescribeVolumesRequest.MaxResults must be a number, not string',
    ]);
  });

  it('is not reported when it fits', async () => {
    await new ECSClient(local.as('writer')).send(new ListTasksCommand({ cluster: clusterArn, maxResults: 10 }));

    expect(local.seen.broken).toEqual([]);
  });
});

import { mkdtemp, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient, GetItemCommand, PutItemCommand, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
import { ECSClient, ListTasksCommand, RunTaskCommand } from '@aws-sdk/client-ecs';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AwsError } from '../../../infra/local/aws/aws-error.ts';
import { ADMIN_HEADER } from '../../../infra/local/aws/control.ts';
import { issueCredentials } from '../../../infra/local/aws/credentials.ts';
import { AwsEndpoint } from '../../../infra/local/aws/endpoint.ts';
import { type Fault, Faults } from '../../../infra/local/aws/faults.ts';
import { createTestDynamoDb, type TestDynamoDb } from '../../../infra/local/dynamodb/test-dynamodb.ts';
import { AccessControl } from '../../../infra/local/iam/access-control.ts';
import { LocalSecrets } from '../../../infra/local/secrets/local-secrets.ts';
import { anAssembly, aResource, aTable } from './an-assembly.ts';

const place = { region: 'us-east-1', accountId: '000000000000' };
const credentialsOf = issueCredentials();
const admin = { accessKeyId: 'ADMINKEY', secretAccessKey: 'admin-secret' };

let db: TestDynamoDb;
let endpoint: AwsEndpoint;
let folder: string;
let table: string;
let secretArn: string;
const invocations: unknown[] = [];
const ecsCalls: { action: string; input: Record<string, unknown> }[] = [];
let writes = 0;
const faults = new Faults();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'endpoint-'));
  db = await createTestDynamoDb();
  table = (await db.createTables([aTable('Things')])).Things ?? '';
  const secret = aResource('AWS::SecretsManager::Secret', 'Master', {
    GenerateSecretString: { SecretStringTemplate: '{"current":"k1"}', GenerateStringKey: 'k1', PasswordLength: 48 },
  });
  const secrets = await LocalSecrets.open(anAssembly(secret), place, join(folder, 'secrets.json'));
  secretArn = secrets.arns[0] ?? '';
  const access = new AccessControl({
    assembly: theAssembly(),
    place,
    secretArns: secrets.arns,
    credentialsOf,
    adminKeyId: admin.accessKeyId,
  });
  endpoint = await AwsEndpoint.listen({
    adminKey: admin.secretAccessKey,
    faults,
    onError: (_message, error) => {
      throw error;
    },
  });
  endpoint.serve({
    dynamodb: db.wire,
    secrets,
    access,
    onWrite: () => {
      writes += 1;
    },
    ecs: {
      async handle(action, input) {
        ecsCalls.push({ action, input });
        if (action === 'RunTask')
          throw new AwsError('ConflictException', 'once only', 400, { resourceIds: ['arn:task'] });
        return { taskArns: [] };
      },
    },
    functions: {
      async invoke(_name, payload) {
        const functionError = { errorType: 'Error', errorMessage: 'no' };
        return payload === 'fail' ? { payload: functionError, functionError } : { payload: { echo: payload } };
      },
      invokeAsync: (name, payload) => void invocations.push({ name, payload }),
    },
  });
}, 30_000);

afterAll(async () => {
  await Promise.all([endpoint.close(), db.stop(), rm(folder, { recursive: true })]);
});

beforeEach(() => faults.clear());

/** One function that may write things, run tasks of one family and call one worker, and one that may do nothing. */
function theAssembly() {
  const writer = [
    {
      Effect: 'Allow',
      Action: ['dynamodb:PutItem', 'dynamodb:GetItem'],
      Resource: `arn:aws:dynamodb:us-east-1:000000000000:table/${table}`,
    },
    { Effect: 'Allow', Action: 'secretsmanager:GetSecretValue', Resource: secretArn },
    {
      Effect: 'Allow',
      Action: 'lambda:InvokeFunction',
      Resource: 'arn:aws:lambda:us-east-1:000000000000:function:worker',
    },
    { Effect: 'Allow', Action: 'ecs:RunTask', Resource: '*', Condition: { ArnEquals: { 'ecs:cluster': clusterArn } } },
    {
      Effect: 'Allow',
      Action: 'ecs:ListTasks',
      Resource: '*',
      Condition: { ArnEquals: { 'ecs:cluster': clusterArn } },
    },
    {
      Effect: 'Allow',
      Action: 'iam:PassRole',
      Resource: roleArn('task'),
      Condition: { StringEquals: { 'iam:PassedToService': 'ecs-tasks.amazonaws.com' } },
    },
  ];
  const definition = (family: string, role: string) =>
    aResource('AWS::ECS::TaskDefinition', family, { Family: family, TaskRoleArn: roleArn(role) });
  return anAssembly(
    aResource('AWS::Lambda::Function', 'Writer', { FunctionName: 'writer', Role: roleArn('Test-WriterRole') }),
    aResource('AWS::IAM::Role', 'WriterRole', {
      ManagedPolicyArns: ['arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole'],
    }),
    aResource('AWS::IAM::Policy', 'WriterPolicy', {
      Roles: ['Test-WriterRole'],
      PolicyDocument: { Statement: writer },
    }),
    aResource('AWS::Lambda::Function', 'Idle', { FunctionName: 'idle', Role: roleArn('Test-IdleRole') }),
    aResource('AWS::IAM::Role', 'IdleRole'),
    definition('sbx-good', 'task'),
    definition('sbx-powerful', 'admin'),
  );
}

const clusterArn = 'arn:aws:ecs:us-east-1:000000000000:cluster/main';
const roleArn = (name: string): string => `arn:aws:iam::000000000000:role/${name}`;

function as(functionName: string) {
  return { endpoint: endpoint.url, region: place.region, credentials: credentialsOf(functionName), maxAttempts: 1 };
}

const put = (id: string) =>
  new PutItemCommand({ TableName: table, Item: { owner_id: { S: 'ann' }, thing_id: { S: id } } });

describe('DynamoDB through the endpoint', () => {
  it('works with the unmodified client, and tells of writes', async () => {
    const client = new DynamoDBClient(as('writer'));
    const before = writes;

    await client.send(put('1'));
    const { Item } = await client.send(
      new GetItemCommand({ TableName: table, Key: { owner_id: { S: 'ann' }, thing_id: { S: '1' } } }),
    );

    expect(Item).toEqual({ owner_id: { S: 'ann' }, thing_id: { S: '1' } });
    expect(writes).toBe(before + 1);
  });

  it('passes DynamoDB’s own errors through', async () => {
    const command = new PutItemCommand({
      TableName: table,
      Item: { owner_id: { S: 'ann' }, thing_id: { S: '1' } },
      ConditionExpression: 'attribute_not_exists(owner_id)',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });

    await new DynamoDBClient(as('writer')).send(put('1'));
    const failure = new DynamoDBClient(as('writer')).send(command);

    await expect(failure).rejects.toMatchObject({
      name: 'ConditionalCheckFailedException',
      Item: { owner_id: { S: 'ann' }, thing_id: { S: '1' } },
    });
  });

  it('denies what the role does not allow, in the words of AWS', async () => {
    await expect(new DynamoDBClient(as('idle')).send(put('1'))).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: `User: arn:aws:sts::000000000000:assumed-role/Test-IdleRole/idle is not authorized to perform: dynamodb:PutItem on resource: arn:aws:dynamodb:us-east-1:000000000000:table/${table} because no identity-based policy allows the dynamodb:PutItem action`,
    });
  });

  it('looks into transactions', async () => {
    const Key = { owner_id: { S: 'ann' }, thing_id: { S: '9' } };
    const transaction = (...TransactItems: object[]) => new TransactWriteItemsCommand({ TransactItems });
    const client = new DynamoDBClient(as('writer'));

    await client.send(transaction({ Put: { TableName: table, Item: Key } }));
    const denied = client.send(transaction({ Delete: { TableName: table, Key } }));

    await expect(denied).rejects.toThrow('dynamodb:DeleteItem');
  });
});

describe('a caller', () => {
  it('that nobody knows is refused', async () => {
    const stranger = new DynamoDBClient({
      ...as('writer'),
      credentials: { accessKeyId: 'AKIANOBODY', secretAccessKey: 'x' },
    });

    await expect(stranger.send(put('1'))).rejects.toMatchObject({
      name: 'UnrecognizedClientException',
      message: 'The security token included in the request is invalid.',
    });
  });

  it('with the admin key may do everything', async () => {
    await new DynamoDBClient({ ...as('writer'), credentials: admin }).send(put('admin'));
  });

  it('is refused under another name for the endpoint, as a web page has that was made to lead here', async () => {
    const { port } = new URL(endpoint.url);
    const status = await new Promise((resolve, reject) => {
      const options = { port, host: '127.0.0.1', path: '/_local/alive', headers: { host: `evil.example:${port}` } };
      get(options, (response) => resolve(response.resume().statusCode)).once('error', reject);
    });

    expect(status).toBe(403);
  });

  it('that does not sign is refused', async () => {
    const answer = await fetch(endpoint.url, {
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
    new ECSClient(as('writer')).send(new RunTaskCommand({ cluster, taskDefinition }));

  it('reaches the service, and its errors keep their type and fields', async () => {
    await expect(run('sbx-good')).rejects.toMatchObject({ name: 'ConflictException', resourceIds: ['arn:task'] });
    expect(ecsCalls.at(-1)).toMatchObject({ action: 'RunTask', input: { taskDefinition: 'sbx-good' } });
    const { taskArns } = await new ECSClient(as('writer')).send(new ListTasksCommand({ cluster: clusterArn }));
    expect(taskArns).toEqual([]);
  });

  it('denies another cluster, and a role that may not be passed', async () => {
    await expect(run('sbx-good', 'other')).rejects.toThrow('not authorized to perform: ecs:RunTask');
    await expect(run('sbx-powerful')).rejects.toThrow(
      `not authorized to perform: iam:PassRole on resource: ${roleArn('admin')}`,
    );
  });
});

describe('Secrets Manager through the endpoint', () => {
  it('gives the generated secret to whom the role allows', async () => {
    const get = new GetSecretValueCommand({ SecretId: secretArn });

    const secret = await new SecretsManagerClient(as('writer')).send(get);

    expect(JSON.parse(secret.SecretString ?? '')).toEqual({ current: 'k1', k1: expect.stringMatching(/^.{48}$/) });
    expect(secret.CreatedDate).toBeInstanceOf(Date);
    await expect(new SecretsManagerClient(as('idle')).send(get)).rejects.toThrow('secretsmanager:GetSecretValue');
  });
});

describe('Lambda through the endpoint', () => {
  const invoke = (FunctionName: string, payload: unknown, InvocationType?: 'Event') =>
    new LambdaClient(as('writer')).send(
      new InvokeCommand({ FunctionName, Payload: JSON.stringify(payload), ...(InvocationType && { InvocationType }) }),
    );

  it('accepts an event and does not wait', async () => {
    const answer = await invoke('worker', { id: 7 }, 'Event');

    expect(answer.StatusCode).toBe(202);
    expect(invocations).toEqual([{ name: 'worker', payload: { id: 7 } }]);
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

describe('the control paths', () => {
  const post = (fault: unknown, key = admin.secretAccessKey) =>
    fetch(`${endpoint.url}/_local/faults`, {
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
  const client = () => new DynamoDBClient(as('writer'));

  it('open only to the admin key, and check what they are told', async () => {
    expect((await post(aFault({}), 'wrong')).status).toBe(403);
    expect((await post({ ...aFault({}), kind: 'explode' })).status).toBe(400);
    expect((await post(aFault({}))).status).toBe(201);
  });

  it('throttle as often as they were told', async () => {
    await post(aFault({ times: 2 }));

    await expect(client().send(put('2'))).rejects.toMatchObject({ name: 'ThrottlingException' });
    await expect(client().send(put('2'))).rejects.toMatchObject({ name: 'ThrottlingException' });
    await client().send(put('2'));
  });

  it('fail, and forget what was asked for', async () => {
    await post(aFault({ kind: 'error' }));
    await expect(client().send(put('3'))).rejects.toMatchObject({ $metadata: { httpStatusCode: 500 } });

    await post(aFault({ kind: 'error' }));
    await fetch(`${endpoint.url}/_local/faults`, {
      method: 'DELETE',
      headers: { [ADMIN_HEADER]: admin.secretAccessKey },
    });
    await client().send(put('3'));
  });

  it('drop the answer of a call that was done', async () => {
    await post(aFault({ kind: 'drop-answer' }));

    await expect(client().send(put('dropped'))).rejects.toThrow();

    const Key = { owner_id: { S: 'ann' }, thing_id: { S: 'dropped' } };
    expect((await client().send(new GetItemCommand({ TableName: table, Key }))).Item).toBeDefined();
  });

  it('leave capacity faults to ECS itself', async () => {
    await post(aFault({ service: 'ecs', action: 'RunTask', kind: 'capacity' }));

    await expect(
      new ECSClient(as('writer')).send(new RunTaskCommand({ cluster: 'main', taskDefinition: 'sbx-good' })),
    ).rejects.toThrow('once only');
    expect(faults.take('ecs', 'RunTask', ['capacity'])).toMatchObject({ kind: 'capacity' });
  });
});

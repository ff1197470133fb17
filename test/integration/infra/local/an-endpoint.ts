import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll } from 'vitest';
import { LocalAccount } from '../../../../infra/local/account/account.ts';
import { AwsError } from '../../../../infra/local/aws/aws-error.ts';
import { type Credentials, issueCredentials } from '../../../../infra/local/aws/credentials.ts';
import { Faults } from '../../../../infra/local/aws/faults.ts';
import type { Inventory } from '../../../../infra/local/aws/inventory.ts';
import { physicalRef } from '../../../../infra/local/aws/names.ts';
import { LocalKeyValueStores } from '../../../../infra/local/cloudfront/key-value-stores.ts';
import { createTestDynamoDb } from '../../../../infra/local/dynamodb/test-dynamodb.ts';
import { LocalEbs } from '../../../../infra/local/ebs/local-ebs.ts';
import { LocalEc2 } from '../../../../infra/local/ec2/ec2.ts';
import { ADMIN_HEADER } from '../../../../infra/local/endpoint/control.ts';
import { AwsEndpoint } from '../../../../infra/local/endpoint/endpoint.ts';
import { AccessControl } from '../../../../infra/local/iam/access-control.ts';
import type { Denial } from '../../../../infra/local/iam/refusal.ts';
import { LocalKms } from '../../../../infra/local/kms/local-kms.ts';
import { LocalLambda } from '../../../../infra/local/lambda/local-lambda.ts';
import { LocalLogs } from '../../../../infra/local/logs/local-logs.ts';
import { LocalSecrets } from '../../../../infra/local/secrets/local-secrets.ts';
import { LocalSes } from '../../../../infra/local/ses/local-ses.ts';
import { folderOfFile } from '../../../support/temporary-folder.ts';
import { anAssembly, aResource, aTable } from './an-assembly.ts';

export const admin = { accessKeyId: 'ADMINKEY', secretAccessKey: 'admin-secret' };
export const clusterArn = 'arn:aws:ecs:us-east-1:000000000000:cluster/main';
export const roleArn = (name: string): string => `arn:aws:iam::000000000000:role/${name}`;

const place = { region: 'us-east-1', accountId: '000000000000' };

interface Seen {
  /** The tables of each write. */
  readonly written: string[];
  readonly events: { readonly name: string; readonly payload: unknown }[];
  readonly ecs: { readonly action: string; readonly input: Record<string, unknown> }[];
  readonly denials: Denial[];
  /** Reports about calls that do not fit the model of their service. */
  readonly broken: string[];
  readonly crashed: string[];
  schedulesFired: number;
  readonly ended: { readonly taskId: string; readonly how: string }[];
}

export const TASK = '0123456789abcdef';
export const inventory: Inventory = { tasks: [], volumes: [], snapshots: [] };

export interface EndpointUnderTest {
  readonly url: string;
  readonly table: string;
  readonly secretArn: string;
  readonly keyArn: string;
  /** A key value store that `writer` can use. */
  readonly storeArn: string;
  readonly faults: Faults;
  readonly seen: Seen;
  /** The client settings of `writer`, which has some permissions, or `idle`, which has none. */
  as(functionName: 'writer' | 'idle'): {
    endpoint: string;
    region: string;
    credentials: Credentials;
    maxAttempts: number;
  };
  put(id: string): PutItemCommand;
  addVolume(...tags: { key: string; value: string }[]): Promise<string>;
  /** Calls a control path, with the admin key by default. */
  control(method: string, path: string, body?: unknown, key?: string): Promise<Response>;
}

/**
 * An endpoint for all tests of a file, with a real DynamoDB and real secrets. Its ECS and Lambda only record the calls.
 */
export async function useEndpoint(): Promise<EndpointUnderTest> {
  const folder = folderOfFile();
  const db = await createTestDynamoDb();
  const table = (await db.createTables([aTable('Things')])).Things ?? '';
  const secrets = await LocalSecrets.open(anAssembly(aSecret), place, join(folder, 'secrets.json'));
  const secretArn = secrets.arns[0] ?? '';
  const kms = await LocalKms.open(anAssembly(aKey), place, join(folder, 'kms.json'));
  const keyArn = kms.arnFor({ KeyId: physicalRef(aKey, place) });
  const keyValueStores = await LocalKeyValueStores.open(anAssembly(aStore), place, join(folder, 'kvs.json'));
  const storeArn = keyValueStores.arns[0] ?? '';
  const credentialsOf = issueCredentials();
  const faults = new Faults();
  const seen: Seen = {
    written: [],
    events: [],
    ecs: [],
    denials: [],
    broken: [],
    crashed: [],
    schedulesFired: 0,
    ended: [],
  };
  const ec2 = new LocalEc2({ ...place, stateDirectory: folder, log: () => undefined, networkInterfaces: () => [] });
  await ec2.start();
  const assembly = theAssembly({ table, secretArn, keyArn, storeArn });
  const account = new LocalAccount({ assembly, place, apiUrl: 'http://127.0.0.1:1' });
  const access = new AccessControl({
    assembly,
    place,
    secretArns: secrets.arns,
    credentialsOf,
    adminKeyId: admin.accessKeyId,
    assertOperatorMay: (service, operation) => account.assertAllowed(service, operation),
    tagsOf: (id) => ec2.tagsOf(id),
    keyArnFor: (input) => kms.arnFor(input),
    onDenied: (denial) => seen.denials.push(denial),
  });
  const endpoint = await AwsEndpoint.listen({
    adminKey: admin.secretAccessKey,
    faults,
    onError,
    onBrokenModel: (line) => seen.broken.push(line),
  });
  endpoint.serve({
    account,
    dynamodb: db.wire,
    ebs: new LocalEbs(ec2),
    ec2,
    kms,
    logs: new LocalLogs({ assembly, folder: join(folder, 'logs'), living: () => [], log: () => undefined }),
    secrets,
    ses: new LocalSes({ folder: join(folder, 'mail'), facts: () => account.state.facts, log: () => undefined }),
    keyValueStores,
    lambda: await LocalLambda.open(assembly, place, join(folder, 'lambda.json')),
    access,
    control: {
      inventory: async () => inventory,
      permissions: () => access.report(),
      account: account.state,
      fireSchedules: () => {
        seen.schedulesFired += 1;
      },
      async endTask(taskId, how) {
        if (taskId !== TASK) throw new AwsError('InvalidParameterException', 'The referenced task was not found.');
        seen.ended.push({ taskId, how });
      },
    },
    onWrite: (tables) => {
      seen.written.push(...tables);
    },
    ...recorders(seen),
  });
  afterAll(() => Promise.all([endpoint.close(), db.stop(), ec2.stop()]));
  return {
    url: endpoint.url,
    table,
    secretArn,
    keyArn,
    storeArn,
    faults,
    seen,
    as: (name) => ({ endpoint: endpoint.url, region: place.region, credentials: credentialsOf(name), maxAttempts: 1 }),
    put: (id) => new PutItemCommand({ TableName: table, Item: { owner_id: { S: 'ann' }, thing_id: { S: id } } }),
    addVolume: (...tags) => addVolume(ec2, tags),
    control: (method, path, body, key = admin.secretAccessKey) =>
      fetch(`${endpoint.url}/_local/${path}`, {
        method,
        headers: { [ADMIN_HEADER]: key },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
  };
}

async function addVolume({ volumes }: LocalEc2, tags: readonly { key: string; value: string }[]): Promise<string> {
  const taskId = randomUUID();
  const volumeId = await volumes.create({
    taskId,
    taskArn: `arn:aws:ecs:us-east-1:000000000000:task/main/${taskId}`,
    availabilityZone: 'us-east-1a',
    configuration: {
      sizeGibibytes: 1,
      filesystemType: 'ext4',
      volumeType: 'gp3',
      encrypted: true,
      deleteOnTermination: false,
      tags,
    },
  });
  await volumes.release(taskId);
  return volumeId;
}

function onError(_message: string, error: unknown): never {
  throw error;
}

/** RunTask always conflicts; a function echoes its payload, and fails on the payload `fail`. */
function recorders(seen: Seen) {
  return {
    ecs: {
      async handle(action: string, input: Record<string, unknown>) {
        seen.ecs.push({ action, input });
        if (action !== 'RunTask') return { taskArns: [] };
        throw new AwsError('ConflictException', 'once only', 400, { resourceIds: ['arn:task'] });
      },
    },
    functions: {
      async invoke(_name: string, payload: unknown) {
        const functionError = { errorType: 'Error', errorMessage: 'no' };
        return payload === 'fail' ? { payload: functionError, functionError } : { payload: { echo: payload } };
      },
      invokeAsync: (name: string, payload: unknown) => void seen.events.push({ name, payload }),
      crash: async (name: string) => void seen.crashed.push(name),
    },
  };
}

const aSecret = aResource('AWS::SecretsManager::Secret', 'Master', {
  GenerateSecretString: { SecretStringTemplate: '{"current":"k1"}', GenerateStringKey: 'k1', PasswordLength: 48 },
});

const aKey = aResource('AWS::KMS::Key', 'Vault');
const aStore = aResource('AWS::CloudFront::KeyValueStore', 'Store', { Name: 'keys' });

const ownVolumes = { StringEquals: { 'aws:ResourceTag/app': 'dev' } };
const ownSnapshots = { StringEquals: { 'aws:RequestTag/app': 'dev' } };
const snapshots = 'arn:aws:ec2:us-east-1::snapshot/*';

const onDisks = [
  { Effect: 'Allow', Action: 'ec2:DescribeVolumes', Resource: '*' },
  {
    Effect: 'Allow',
    Action: ['ec2:CreateSnapshot', 'ec2:DeleteVolume'],
    Resource: 'arn:aws:ec2:us-east-1:000000000000:volume/*',
    Condition: ownVolumes,
  },
  { Effect: 'Allow', Action: 'ec2:CreateSnapshot', Resource: snapshots, Condition: ownSnapshots },
  {
    Effect: 'Allow',
    Action: 'ec2:CreateTags',
    Resource: snapshots,
    Condition: { StringEquals: { 'ec2:CreateAction': 'CreateSnapshot' } },
  },
];

const storeActions = ['DescribeKeyValueStore', 'GetKey', 'PutKey', 'DeleteKey', 'UpdateKeys', 'ListKeys'].map(
  (operation) => `cloudfront-keyvaluestore:${operation}`,
);

/** One function with some permissions, and one without any. */
function theAssembly({
  table,
  secretArn,
  keyArn,
  storeArn,
}: Pick<EndpointUnderTest, 'table' | 'secretArn' | 'keyArn' | 'storeArn'>) {
  const writer = [
    {
      Effect: 'Allow',
      Action: ['dynamodb:PutItem', 'dynamodb:GetItem'],
      Resource: `arn:aws:dynamodb:us-east-1:000000000000:table/${table}`,
    },
    { Effect: 'Allow', Action: 'secretsmanager:GetSecretValue', Resource: secretArn },
    { Effect: 'Allow', Action: storeActions, Resource: storeArn },
    {
      Effect: 'Allow',
      Action: ['kms:GenerateDataKey', 'kms:Decrypt'],
      Resource: keyArn,
      Condition: { Null: { 'kms:EncryptionContext:owner_id': 'false' } },
    },
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
    ...onDisks,
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

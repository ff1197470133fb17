import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { CreateSnapshotCommand, EC2Client } from '@aws-sdk/client-ec2';
import { ECSClient, RunTaskCommand } from '@aws-sdk/client-ecs';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, describe, expect, it } from 'vitest';
import { readQuery } from '../../../../../infra/local/aws/query.ts';
import type { Service } from '../../../../../infra/local/aws/service.ts';
import { calledOperations } from '../../../../../infra/local/models/called-operations.ts';
import { brokenModelLine, problemsOfCall } from '../../../../../infra/local/models/check-call.ts';
import { limitedOperations } from '../../../../../infra/local/models/limits.ts';
import { operationOf } from '../../../../../infra/local/models/service-model.ts';
import { createLog } from '../../../../../infra/local/terminal/log.ts';
import { checkCommands } from '../../../../support/service/check-commands.ts';
import { assertFitsModels } from '../../../../support/service/evidence.ts';

const problems = (service: Service, operation: string, input: Readonly<Record<string, unknown>>) =>
  problemsOfCall({ service, operation, input });

const runTask = { taskDefinition: 'openhands', cluster: 'main', clientToken: 'a', launchType: 'FARGATE', count: 1 };

const volumeConfigurations = [
  {
    name: 'workspace',
    managedEBSVolume: {
      roleArn: 'arn:aws:iam::000000000000:role/disks',
      sizeInGiB: 20,
      volumeType: 'gp3',
      filesystemType: 'ext4',
      encrypted: true,
      terminationPolicy: { deleteOnTermination: false },
      tagSpecifications: [{ resourceType: 'volume', tags: [{ key: 'app', value: 'dev' }] }],
    },
  },
];

describe('a call that fits the model of its service', () => {
  it('has no problems, down to the tags of a volume', () => {
    expect(problems('ecs', 'RunTask', { ...runTask, volumeConfigurations })).toEqual([]);
  });

  it('of DynamoDB can have items of any depth', () => {
    const Item = { id: { S: 'a' }, bytes: { B: 'AAEC' }, deep: { M: { list: { L: [{ NULL: true }, { N: '1' }] } } } };

    expect(problems('dynamodb', 'PutItem', { TableName: 'Things', Item })).toEqual([]);
  });
});

describe('a call that breaks the model of its service', () => {
  it('has an operation that the service does not have', () => {
    expect(problems('kms', 'Seal', {})).toEqual(['Seal is not an operation of kms']);
  });

  it('has a member that the model does not know, at any depth', () => {
    const [volume] = volumeConfigurations;
    const misspelt = { ...volume, managedEBSVolume: { ...volume?.managedEBSVolume, sizeInGib: 20 } };

    expect(problems('ecs', 'RunTask', { ...runTask, launchtype: 'FARGATE' })).toEqual([
      'RunTaskRequest.launchtype is unknown to the model',
    ]);
    expect(problems('ecs', 'RunTask', { ...runTask, volumeConfigurations: [misspelt] })).toEqual([
      'RunTaskRequest.volumeConfigurations[0].managedEBSVolume.sizeInGib is unknown to the model',
    ]);
  });

  it('has a value that an enumeration does not list', () => {
    expect(problems('ecs', 'RunTask', { ...runTask, launchType: 'FARGATE_SPOT' })).toEqual([
      'RunTaskRequest.launchType is not one of EC2, EXTERNAL, FARGATE, MANAGED_INSTANCES',
    ]);
    expect(problems('ecs', 'DescribeTasks', { tasks: ['a'], include: ['NAMES'] })).toEqual([
      'DescribeTasksRequest.include[0] is not one of TAGS',
    ]);
  });

  it('lacks a required member', () => {
    expect(problems('ecs', 'RunTask', { cluster: 'main' })).toEqual(['RunTaskRequest.taskDefinition is missing']);
  });

  it('has a value of another type', () => {
    expect(problems('ecs', 'RunTask', { ...runTask, count: '1' })).toEqual([
      'RunTaskRequest.count must be a number, not string',
    ]);
    expect(problems('dynamodb', 'PutItem', { TableName: 'Things', Item: { id: { N: 1 } } })).toEqual([
      'PutItemInput.Item.id.N must be a string, not number',
    ]);
  });

  it('has an attribute of no type or of two', () => {
    const Item = { none: {}, both: { S: '1', N: '1' } };

    expect(problems('dynamodb', 'PutItem', { TableName: 'Things', Item })).toEqual([
      'PutItemInput.Item.none is a union with 0 members instead of 1',
      'PutItemInput.Item.both is a union with 2 members instead of 1',
    ]);
  });

  it('passes a limit of size or number', () => {
    const TransactItems = Array.from({ length: 101 }, () => ({ Delete: { TableName: 'T', Key: { id: { S: '1' } } } }));

    expect(problems('dynamodb', 'TransactWriteItems', { TransactItems })).toEqual([
      'TransactWriteItemsInput.TransactItems has 101 as number or size, not 1 to 100',
    ]);
    expect(problems('kms', 'GenerateDataKey', { KeyId: 'k', NumberOfBytes: 1025 })).toEqual([
      'GenerateDataKeyRequest.NumberOfBytes has 1025 as number or size, not 1 to 1024',
    ]);
  });

  it('has text of another form, which is not repeated because it can be a secret', () => {
    const [problem = ''] = problems('ecs', 'RunTask', { ...runTask, tags: [{ key: 'a', value: 'no#hash' }] });

    expect(problem).toMatch(/^RunTaskRequest\.tags\[0\]\.value does not have the form /);
    expect(problem).not.toContain('no#hash');
  });

  it('of Lambda has another type of invocation', () => {
    expect(problems('lambda', 'Invoke', { FunctionName: 'worker', InvocationType: 'Later' })).toEqual([
      'InvocationRequest.InvocationType is not one of DryRun, Event, RequestResponse',
    ]);
  });
});

describe('a call of EC2', () => {
  const ec2 = (operation: string, query: string) => {
    const { parameters } = readQuery(`Action=${operation}&Version=2016-11-15&${query}`);
    return problemsOfCall({ service: 'ec2', operation, input: parameters });
  };

  it('is read by the names of the wire', () => {
    const tags =
      'TagSpecification.1.ResourceType=snapshot&TagSpecification.1.Tag.1.Key=a&TagSpecification.1.Tag.1.Value=b';

    expect(ec2('CreateSnapshot', `VolumeId=vol-1&Description=x&${tags}`)).toEqual([]);
    expect(ec2('DescribeVolumes', 'Filter.1.Name=status&Filter.1.Value.1=error&MaxResults=500')).toEqual([]);
  });

  it('is refused for unknown names, wrong types, unknown enum values and missing members', () => {
    expect(ec2('DescribeVolumes', 'Filters.1.Name=status')).toEqual([
      'DescribeVolumesRequest.wire:Filters is unknown to the model',
    ]);
    expect(ec2('DescribeVolumes', 'MaxResults=many&Colour=red')).toEqual([
      'DescribeVolumesRequest.MaxResults must be a number, not string',
      'DescribeVolumesRequest.wire:Colour is unknown to the model',
    ]);
    expect(ec2('CreateSnapshot', 'TagSpecification.1.ResourceType=disk')).toEqual([
      expect.stringMatching(/^CreateSnapshotRequest\.TagSpecifications\[0\]\.ResourceType is not one of /),
      'CreateSnapshotRequest.VolumeId is missing',
    ]);
  });
});

describe('the log of a service', () => {
  it('tells the test run which call broke a model', () => {
    let text = '';
    const log = createLog({ write: (line) => (text += line) });
    const line = brokenModelLine('function stop-sandbox', 'StopTask', ['StopTaskRequest.task is missing']);
    // A repeated breach is reported once.
    log('aws', 'error', line);
    log('aws', 'error', line);
    log('stop-sandbox', 'warn', `The call failed: ${line}`);

    expect(() => assertFitsModels(text)).toThrow(
      /^AWS would refuse or ignore parameters:\nfunction stop-sandbox breaks the AWS model of StopTask: StopTaskRequest\.task is missing$/,
    );
  });

  it('is passed when every call fitted', () => {
    expect(() => assertFitsModels('aws error: the endpoint broke\n')).not.toThrow();
  });
});

const broken: string[] = [];
afterAll(
  checkCommands(
    (line) => broken.push(line),
    () => 'stop-sandbox',
  ),
);

/** Nothing listens there, so a valid command fails at the connection. */
const nowhere = {
  endpoint: 'http://127.0.0.1:9',
  region: 'us-east-1',
  credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
  maxAttempts: 1,
};

it('finds a member that the SDK would drop before it sends the command', async () => {
  const misspelt = { taskDefinition: 'openhands', launchtype: 'FARGATE' };

  await expect(new ECSClient(nowhere).send(new RunTaskCommand(misspelt))).rejects.toThrow(
    'function stop-sandbox breaks the AWS model of RunTask: RunTaskRequest.launchtype is unknown to the model',
  );
  expect(broken.splice(0)).toHaveLength(1);
});

it('checks the commands of every protocol', async () => {
  const input = { Colour: 'red' };
  const commands = [
    new EC2Client(nowhere).send(new CreateSnapshotCommand({ VolumeId: 'vol-1', ...input })),
    new LambdaClient(nowhere).send(new InvokeCommand({ FunctionName: 'worker', ...input })),
    DynamoDBDocumentClient.from(new DynamoDBClient(nowhere)).send(
      new PutCommand({ TableName: 'Things', Item: { id: 1 }, ...input }),
    ),
  ];

  await Promise.all(commands.map((one) => expect(one).rejects.toThrow('Colour is unknown to the model')));
  expect(broken.splice(0)).toHaveLength(3);
});

it('accepts a valid command with bytes, times and defaults of the SDK', async () => {
  const Item = { id: 1, bytes: new Uint8Array([1]), none: null, set: new Set(['a']) };
  const commands = [
    new ECSClient(nowhere).send(new RunTaskCommand({ taskDefinition: 'openhands' })),
    new LambdaClient(nowhere).send(new InvokeCommand({ FunctionName: 'worker', Payload: new Uint8Array([1]) })),
    DynamoDBDocumentClient.from(new DynamoDBClient(nowhere)).send(new PutCommand({ TableName: 'Things', Item })),
  ];

  await Promise.all(commands.map((one) => expect(one).rejects.toThrow(/ECONNREFUSED|connect/)));
  expect(broken).toEqual([]);
});

const HOW = 'the head of infra/local/models/limits-main.ts says how to make limits.json anew';

it('the extract of limits covers every operation that the deployed code calls', () => {
  for (const [service, operations] of Object.entries(calledOperations(['functions', 'shared']))) {
    expect(limitedOperations[service] ?? [], `${service}: ${HOW}`).toEqual(expect.arrayContaining([...operations]));
  }
});

it('the code calls the operations that the local cloud is known to serve', () => {
  const { dynamodb = [], ec2 = [], ecs = [], kms = [], lambda = [], secretsmanager = [] } = calledOperations();

  expect(dynamodb).toEqual(expect.arrayContaining(['GetItem', 'Query', 'TransactWriteItems']));
  expect(ec2).toEqual(expect.arrayContaining(['CreateSnapshot', 'DescribeVolumes']));
  expect(ecs).toEqual(expect.arrayContaining(['ListTasks', 'RunTask']));
  expect([...kms, ...lambda, ...secretsmanager]).toEqual(
    expect.arrayContaining(['Decrypt', 'Invoke', 'GetSecretValue']),
  );
});

it('every operation in the extract exists in the SDK', () => {
  for (const [service, operations] of Object.entries(limitedOperations)) {
    for (const operation of operations) expect(operationOf(service, operation), operation).toBeDefined();
  }
});

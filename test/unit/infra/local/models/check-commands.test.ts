import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { CreateSnapshotCommand, EC2Client } from '@aws-sdk/client-ec2';
import { ECSClient, RunTaskCommand } from '@aws-sdk/client-ecs';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, expect, it } from 'vitest';
import { checkCommands } from '../../../../support/service/check-commands.ts';

const broken: string[] = [];
afterAll(
  checkCommands(
    (line) => broken.push(line),
    () => 'stop-sandbox',
  ),
);

/** Nothing listens there: a command that fits gets as far as the connection. */
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

  for (const command of commands) await expect(command).rejects.toThrow('Colour is unknown to the model');
  expect(broken.splice(0)).toHaveLength(3);
});

it('lets a command pass that fits, with bytes, times and what the SDK fills in', async () => {
  const Item = { id: 1, bytes: new Uint8Array([1]), none: null, set: new Set(['a']) };
  const commands = [
    new ECSClient(nowhere).send(new RunTaskCommand({ taskDefinition: 'openhands' })),
    new LambdaClient(nowhere).send(new InvokeCommand({ FunctionName: 'worker', Payload: new Uint8Array([1]) })),
    DynamoDBDocumentClient.from(new DynamoDBClient(nowhere)).send(new PutCommand({ TableName: 'Things', Item })),
  ];

  for (const command of commands) await expect(command).rejects.toThrow(/ECONNREFUSED|connect/);
  expect(broken).toEqual([]);
});

import { DescribeVolumesCommand, EC2Client } from '@aws-sdk/client-ec2';
import { ECSClient, ListTasksCommand } from '@aws-sdk/client-ecs';
import { expect, it } from 'vitest';
import { admin, clusterArn, useEndpoint } from '../an-endpoint.ts';

const local = await useEndpoint();
const operator = { endpoint: local.url, region: 'us-east-1', credentials: admin, maxAttempts: 1 };

it('a call that does not fit the model of its service is refused, reported and not done', async () => {
  local.seen.ecs.length = 0;
  const launchType = 'FARGATE_SPOT' as 'FARGATE';
  const failure = new ECSClient(local.as('writer')).send(new ListTasksCommand({ cluster: clusterArn, launchType }));

  await expect(failure).rejects.toMatchObject({ name: 'ValidationException' });
  expect(local.seen.broken.splice(0)).toEqual([
    'function Writer breaks the AWS model of ListTasks: ListTasksRequest.launchType is not one of EC2, EXTERNAL, FARGATE, MANAGED_INSTANCES',
  ]);
  expect(local.seen.ecs).toEqual([]);
});

it('a call of EC2 by an operator is checked like that of a function', async () => {
  const command = new DescribeVolumesCommand({ MaxResults: 'all' as never });

  await expect(new EC2Client(operator).send(command)).rejects.toMatchObject({ name: 'InvalidParameterValue' });
  expect(local.seen.broken.splice(0)).toEqual([
    'an operator breaks the AWS model of DescribeVolumes: DescribeVolumesRequest.MaxResults must be a number, not string',
  ]);
});

it('a call that fits is reported nowhere', async () => {
  await new ECSClient(local.as('writer')).send(new ListTasksCommand({ cluster: clusterArn, maxResults: 10 }));

  expect(local.seen.broken).toEqual([]);
});

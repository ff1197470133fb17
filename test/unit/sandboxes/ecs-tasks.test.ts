import { ECSClient } from '@aws-sdk/client-ecs';
import { beforeEach, describe, expect, it } from 'vitest';
import { EcsTasks } from '../../../shared/sandboxes/ecs-tasks.ts';
import { type AgentReply, useHttpAgent } from '../../support/http-agent.ts';

/** ECS is an HTTP service like any other: what it answers is said by action. */
const ecs = await useHttpAgent();
let answers: Record<string, AgentReply | undefined>;
beforeEach(() => {
  answers = {};
  ecs.requests.length = 0;
  ecs.reply = ({ headers }) => answers[String(headers['x-amz-target']).split('.')[1] ?? ''];
});

const credentials = { accessKeyId: 'AKIATEST', secretAccessKey: 'secret' };
const client = new ECSClient({ endpoint: ecs.url, region: 'us-east-1', credentials, maxAttempts: 1 });
const tasks = new EcsTasks(client, 'agents');
const startedBy = 'ann/0193aaaabbbb7ccc8dddeeeeffff0000/2';
const running = { taskArn: 'arn:1', startedBy, version: 3, lastStatus: 'RUNNING', desiredStatus: 'RUNNING' };
const request = {
  launch: {
    task_definition: 'agents-reference',
    container: 'agent',
    subnets: ['subnet-1', 'subnet-2'],
    security_groups: ['sg-1'],
    requested_at: 'now',
  },
  clientToken: 'sandbox-2-1',
  startedBy,
  initKey: 'init-key',
};
const failure = (type: string, message: string, status = 400, more = {}): AgentReply => ({
  status,
  body: { __type: type, message, ...more },
});

describe('RunTask', () => {
  it('asks for one Fargate task with its token, owner and nothing secret but the init key', async () => {
    answers.RunTask = { body: { tasks: [running], failures: [] } };

    expect(await tasks.run(request)).toMatchObject({ kind: 'accepted', task: { arn: 'arn:1', generation: 2 } });
    expect(ecs.requests[0]?.body).toEqual({
      cluster: 'agents',
      taskDefinition: 'agents-reference',
      launchType: 'FARGATE',
      count: 1,
      clientToken: 'sandbox-2-1',
      startedBy,
      networkConfiguration: {
        awsvpcConfiguration: {
          subnets: ['subnet-1', 'subnet-2'],
          securityGroups: ['sg-1'],
          assignPublicIp: 'ENABLED',
        },
      },
      overrides: {
        containerOverrides: [
          {
            name: 'agent',
            environment: [
              { name: 'OH_DEFERRED_INIT', value: 'true' },
              { name: 'OH_SECRET_KEY', value: 'init-key' },
            ],
          },
        ],
      },
    });
  });

  it.each<[string, AgentReply | undefined]>([
    ['throttling', failure('ThrottlingException', 'Rate exceeded')],
    ['its own fault', failure('ServerException', 'oops', 500)],
    ['a fault without a name', { status: 503, body: '' }],
    ['a broken connection', undefined],
    ['a conflict that names no task', failure('ConflictException', 'token was used')],
  ])('is unclear after %s', async (_, reply) => {
    answers.RunTask = reply;

    expect(await tasks.run(request)).toMatchObject({ kind: 'unclear' });
  });

  it('takes the task that a used token already gave', async () => {
    answers.RunTask = failure('ConflictException', 'token was used', 400, { resourceIds: ['arn:1'] });
    answers.DescribeTasks = { body: { tasks: [running] } };

    expect(await tasks.run(request)).toMatchObject({ kind: 'accepted', task: { arn: 'arn:1' } });
  });

  it('never takes the task of another sandbox for its own', async () => {
    answers.RunTask = failure('ConflictException', 'token was used', 400, { resourceIds: ['arn:1'] });
    answers.DescribeTasks = { body: { tasks: [{ ...running, startedBy: 'mallory/sandbox/2' }] } };

    expect(await tasks.run(request)).toMatchObject({ kind: 'refused', code: 'token_taken', retryable: true });
  });

  it.each<[string, AgentReply, string, boolean]>([
    [
      'capacity',
      { body: { tasks: [], failures: [{ reason: 'Capacity is unavailable at this time' }] } },
      'capacity_unavailable',
      true,
    ],
    ['an empty answer', { body: {} }, 'capacity_unavailable', true],
    [
      'the vCPU quota',
      failure('ClientException', 'You’ve reached the limit on the number of vCPUs you can run concurrently'),
      'capacity_unavailable',
      true,
    ],
    ['a wrong definition', failure('ClientException', 'TaskDefinition is inactive'), 'launch_refused', false],
    ['missing permission', failure('AccessDeniedException', 'not authorized'), 'launch_refused', false],
    ['a wrong parameter', failure('InvalidParameterException', 'subnet'), 'launch_refused', false],
  ])('is refused for %s', async (_, reply, code, retryable) => {
    answers.RunTask = reply;

    expect(await tasks.run(request)).toMatchObject({ kind: 'refused', code, retryable });
  });
});

describe('StopTask', () => {
  it('is fine for a task that ECS forgot, and fails for all else', async () => {
    answers.StopTask = failure('InvalidParameterException', 'The referenced task was not found.');
    await expect(tasks.stop('arn:1', 'because')).resolves.toBeUndefined();

    answers.StopTask = failure('InvalidParameterException', 'reason is too long');
    await expect(tasks.stop('arn:1', 'because')).rejects.toThrow('reason');
    answers.StopTask = failure('ThrottlingException', 'Rate exceeded');
    await expect(tasks.stop('arn:1', 'because')).rejects.toThrow('Rate');
  });
});

describe('looking', () => {
  it('finds a task by its ARN or by who started it, or tells that it is absent', async () => {
    answers.DescribeTasks = { body: { tasks: [running] } };
    answers.ListTasks = { body: { taskArns: ['arn:1'] } };
    expect(await tasks.describe('arn:1')).toMatchObject({ arn: 'arn:1', version: 3 });
    expect(await tasks.find(startedBy)).toMatchObject({ arn: 'arn:1' });

    answers.DescribeTasks = { body: { tasks: [], failures: [{ reason: 'MISSING' }] } };
    expect(await tasks.describe('arn:1')).toBe('absent');
    expect(await tasks.find(startedBy)).toBe('absent');
    answers.ListTasks = { body: { taskArns: [] } };
    expect(await tasks.find(startedBy)).toBe('absent');
  });

  it('lists every page with whose tasks they are', async () => {
    ecs.reply = ({ headers, body }) => {
      if (String(headers['x-amz-target']).endsWith('DescribeTasks'))
        return { body: { tasks: body.tasks.map((taskArn: string) => ({ ...running, taskArn })) } };
      return { body: body.nextToken ? { taskArns: ['arn:3'] } : { taskArns: ['arn:1', 'arn:2'], nextToken: 'more' } };
    };

    const pages = [];
    for await (const page of tasks.list()) pages.push(page.map(({ task, startedBy: owner }) => [task.arn, owner]));

    expect(pages).toEqual([
      [
        ['arn:1', startedBy],
        ['arn:2', startedBy],
      ],
      [['arn:3', startedBy]],
    ]);
  });
});

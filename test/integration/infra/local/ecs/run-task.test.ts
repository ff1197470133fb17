import { mkdir, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ConflictException, ListTasksCommand, RunTaskCommand, type RunTaskCommandInput } from '@aws-sdk/client-ecs';
import { describe, expect, it } from 'vitest';
import { Faults } from '../../../../../infra/local/aws/faults.ts';
import { cluster, contentOf, first, pidsIn, startMachine, until, useMachine } from './local-ecs-server.ts';

const machine = await useMachine();

const environment = (...pairs: readonly [name: string, value: string][]) => ({
  containerOverrides: [{ name: 'agent', environment: pairs.map(([name, value]) => ({ name, value })) }],
});

interface Seen {
  readonly environment: Record<string, string>;
  readonly arguments: string[];
  readonly directory: string;
}

async function seenBy(owner: string): Promise<Seen> {
  return JSON.parse(await contentOf(machine.workspace(owner, 'seen.json')));
}

describe('a task of RunTask', () => {
  it('runs with the environment of its definition and its overrides, and none of the service', async () => {
    process.env.SECRET_OF_THE_SERVICE = 'secret';
    const task = await machine.run('acs-agent', {
      startedBy: 'anna/one/1',
      overrides: environment(['OVERRIDDEN', 'override'], ['OH_SECRET_KEY', 'init-key-5d1f']),
    });

    const seen = await seenBy('anna/one');

    expect(seen.environment).toEqual({
      PATH: process.env.PATH,
      HOME: seen.directory,
      FROM_DEFINITION: 'definition',
      OVERRIDDEN: 'override',
      OH_SECRET_KEY: 'init-key-5d1f',
    });
    expect(seen.directory).toBe(machine.workspace('anna', 'one'));
    expect(machine.logged.join()).not.toContain('init-key-5d1f');
    const logFile = join(machine.stateDirectory, 'ecs', 'logs', `${task.taskArn?.split('/').at(-1)}.log`);
    // The service can write the output of the task after the task has written its own file.
    expect(await contentOf(logFile)).toBe('the agent has begun\n');
    expect((await stat(join(machine.stateDirectory, 'ecs', 'tasks.json'))).mode & 0o077).toBe(0);
  });

  it('is reachable on the host ports of its bindings and its command', async () => {
    const task = await machine.run('acs-agent', { startedBy: 'anna/two/1' });
    const seen = await seenBy('anna/two');
    const running = await machine.reaches(task, 'RUNNING');

    const bindings = first(running.containers).networkBindings ?? [];

    expect(bindings).toEqual([
      { bindIP: '127.0.0.1', containerPort: 8000, hostPort: expect.any(Number), protocol: 'tcp' },
      { bindIP: '127.0.0.1', containerPort: 8001, hostPort: expect.any(Number), protocol: 'tcp' },
    ]);
    const [agent, worker] = bindings.map(({ hostPort }) => hostPort);
    expect(seen.arguments).toEqual([String(agent), seen.directory, `${import.meta.dirname}/x`, `--p=${worker}`]);
    const answer = await until(() => fetch(`http://127.0.0.1:${agent}/`).catch(() => undefined), 'the agent to listen');
    expect(answer.status).toBe(200);
  });

  it('is returned with dates and fields that the SDK reads', async () => {
    const task = await machine.run('acs-agent:1', {
      startedBy: 'anna/three/1',
      tags: [{ key: 'a', value: 'b' }],
      overrides: { ...environment(['A', 'b']), ephemeralStorage: { sizeInGiB: 30 } },
    });

    expect(task).toMatchObject({
      lastStatus: 'PROVISIONING',
      desiredStatus: 'RUNNING',
      version: 1,
      clusterArn: `arn:aws:ecs:us-east-1:000000000000:cluster/${cluster}`,
      taskDefinitionArn: 'arn:aws:ecs:us-east-1:000000000000:task-definition/acs-agent:1',
      group: 'family:acs-agent',
      startedBy: 'anna/three/1',
      tags: [{ key: 'a', value: 'b' }],
      cpu: '1024',
      memory: '2048',
      overrides: { ...environment(['A', 'b']), ephemeralStorage: { sizeInGiB: 30 } },
    });
    expect(task.taskArn).toMatch(new RegExp(`^arn:aws:ecs:us-east-1:000000000000:task/${cluster}/[0-9a-f]{32}$`));
    expect(Math.abs(Date.now() - (task.createdAt?.getTime() ?? 0))).toBeLessThan(10_000);
    const running = await machine.reaches(task, 'RUNNING');
    expect(running.startedAt?.getTime()).toBeGreaterThanOrEqual(task.createdAt?.getTime() ?? Number.NaN);
    const interfaces = running.attachments?.flatMap(({ details }) => details ?? []).map(({ name }) => name);
    expect(interfaces).toEqual(['subnetId', 'networkInterfaceId', 'macAddress', 'privateIPv4Address']);
  });

  it('has the size of its overrides instead of that of its definition', async () => {
    const larger = await machine.run('acs-waits', { overrides: { cpu: '2048', memory: '8192' } });
    const inWholeUnits = await machine.run('acs-waits', { overrides: { cpu: '2 vCPU', memory: '8 GB' } });

    expect(larger).toMatchObject({ cpu: '2048', memory: '8192', overrides: { cpu: '2048', memory: '8192' } });
    expect(inWholeUnits).toMatchObject({ cpu: '2048', memory: '8192' });
  });

  it('is started as often as the count, each with separate ports and workspace', async () => {
    const answer = await machine.client.send(new RunTaskCommand({ cluster, taskDefinition: 'acs-waits', count: 4 }));
    const tasks = await Promise.all((answer.tasks ?? []).map((task) => machine.reaches(task, 'RUNNING')));

    const ports = tasks.flatMap(({ containers }) => first(containers).networkBindings?.map(({ hostPort }) => hostPort));
    expect(new Set(ports).size).toBe(8);
  });
});

describe('a clientToken', () => {
  const request = (token: string, more: Partial<RunTaskCommandInput> = {}) =>
    new RunTaskCommand({ cluster, taskDefinition: 'acs-waits', clientToken: token, startedBy: 'token/t/1', ...more });

  it('makes concurrent requests start one task', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => machine.client.send(request('race-1'))));

    expect(new Set(answers.map(({ tasks }) => first(tasks).taskArn)).size).toBe(1);
  });

  it('returns the first result for a repeated request', async () => {
    const task = first((await machine.client.send(request('repeat-1'))).tasks);
    await machine.reaches(task, 'RUNNING');

    const repeated = await machine.client.send(request('repeat-1'));

    expect(first(repeated.tasks)).toMatchObject({ taskArn: task.taskArn, lastStatus: 'RUNNING' });
  });

  it("causes a conflict with the task's name when other parameters follow", async () => {
    const task = first((await machine.client.send(request('conflict-1'))).tasks);

    const conflict = machine.client.send(request('conflict-1', { overrides: environment(['A', 'b']) }));

    await expect(conflict).rejects.toBeInstanceOf(ConflictException);
    await expect(conflict).rejects.toMatchObject({ resourceIds: [task.taskArn] });
  });
});

describe('the limits of RunTask', () => {
  const vpc = { awsvpcConfiguration: { subnets: ['subnet-1'] } };
  const half = { cpu: '512', memory: '1024' };
  const notFound = 'ClusterNotFoundException';
  const cases: readonly [string, Partial<RunTaskCommandInput>, message: string, name?: string][] = [
    ['an unknown cluster', { cluster: 'other' }, 'Cluster not found.', notFound],
    ['an absent cluster', { cluster: undefined }, 'Cluster not found.', notFound],
    ['an unknown definition', { taskDefinition: 'acs-none' }, 'TaskDefinition not found.', 'ClientException'],
    ['an unknown revision', { taskDefinition: 'acs-waits:2' }, 'TaskDefinition not found.', 'ClientException'],
    ['no task', { count: 0 }, 'count'],
    ['eleven tasks', { count: 11 }, 'count'],
    ['a long startedBy', { startedBy: 'a'.repeat(129) }, 'startedBy'],
    ['a startedBy with a dot', { startedBy: 'a/../b' }, 'startedBy'],
    ['a long clientToken', { clientToken: 'a'.repeat(65) }, 'clientToken'],
    ['a clientToken with a space', { clientToken: 'a b' }, 'clientToken'],
    ['large overrides', { overrides: environment(['A', 'b'.repeat(8192)]) }, '8192'],
    ['an override of an unknown container', { overrides: { containerOverrides: [{ name: 'x' }] } }, 'named x'],
    ['an impossible size', { overrides: { cpu: '256', memory: '4096' } }, 'Fargate configuration', 'ClientException'],
    [
      'a size of Fargate that only one override has',
      { overrides: { cpu: '4096' } },
      'Fargate configuration',
      'ClientException',
    ],
    [
      'a size below the limit of a container',
      { taskDefinition: 'acs-bounded', overrides: half },
      'memory of the containers',
    ],
    [
      'a container larger than its task',
      { overrides: { containerOverrides: [{ name: 'agent', cpu: 1025 }] } },
      'cpu of the',
    ],
    ['little storage', { overrides: { ephemeralStorage: { sizeInGiB: 20 } } }, 'sizeInGiB'],
    [
      'launch type and strategy',
      { launchType: 'FARGATE', capacityProviderStrategy: [{ capacityProvider: 'FARGATE_SPOT' }] },
      'both a launch type',
    ],
    [
      'a capacity provider that the cluster does not have',
      { capacityProviderStrategy: [{ capacityProvider: 'of-another-cluster', weight: 1 }] },
      'not associated with the cluster',
    ],
    [
      'a strategy without a weight',
      { capacityProviderStrategy: [{ capacityProvider: 'FARGATE_SPOT' }] },
      'weight or a base greater than 0',
    ],
    [
      'a Fargate task without a launch type',
      { taskDefinition: 'acs-fargate', networkConfiguration: vpc },
      'launch_type EC2',
    ],
    ['an unsupported launch type', { launchType: 'EXTERNAL' }, 'launch_type EXTERNAL'],
    ['no network', { taskDefinition: 'acs-fargate', launchType: 'FARGATE' }, 'Network Configuration'],
    ['no subnet', { networkConfiguration: { awsvpcConfiguration: { subnets: [] } } }, 'subnets'],
    [
      'too many security groups',
      {
        networkConfiguration: {
          awsvpcConfiguration: { ...vpc.awsvpcConfiguration, securityGroups: Array(6).fill('sg-1') },
        },
      },
      'securityGroups',
    ],
    ['too many tags', { tags: Array.from({ length: 51 }, (_, index) => ({ key: `k${index}`, value: '' })) }, 'tags'],
    ['a repeated tag', { tags: [{ key: 'a' }, { key: 'a' }] }, 'unique'],
    ['propagation from a service', { propagateTags: 'SERVICE' }, 'propagateTags'],
    [
      'an overridden command',
      { overrides: { containerOverrides: [{ name: 'agent', command: ['x'] }] } },
      'command',
      'UnsupportedFeatureException',
    ],
  ];

  it.each(cases)('refuse %s', async (_, input, message, name = 'InvalidParameterException') => {
    const attempt = machine.client.send(new RunTaskCommand({ cluster, taskDefinition: 'acs-waits', ...input }));

    await expect(attempt).rejects.toMatchObject({ name, message: expect.stringContaining(message) });
  });

  it('allow requests that equal them', async () => {
    const task = await machine.run('acs-fargate', {
      launchType: 'FARGATE',
      networkConfiguration: vpc,
      startedBy: 'a'.repeat(128),
      clientToken: '~'.repeat(64),
      tags: Array.from({ length: 50 }, (_, index) => ({ key: `k${index}`, value: '' })),
    });

    expect(task.launchType).toBe('FARGATE');
  });
});

describe('a shortage of capacity', () => {
  it('returns failures with status 200, and the same for the same token', async () => {
    const faults = new Faults();
    faults.add({ service: 'ecs', action: 'RunTask', kind: 'throttle', times: 1 });
    faults.add({ service: 'ecs', action: 'RunTask', kind: 'capacity', times: 1 });
    await using short = await startMachine({ faults });
    const request = () => new RunTaskCommand({ cluster, taskDefinition: 'acs-waits', clientToken: 'short-1' });

    const refused = await short.client.send(request());
    const repeated = await short.client.send(request());
    const next = await short.client.send(
      new RunTaskCommand({ cluster, taskDefinition: 'acs-waits', clientToken: 'short-2' }),
    );

    expect(refused).toMatchObject({
      tasks: [],
      failures: [{ reason: expect.stringMatching(/^Capacity is unavailable at this time/) }],
    });
    expect(repeated.failures).toEqual(refused.failures);
    expect(next.tasks).toHaveLength(1);
  });
});

describe('a task on Spot', () => {
  const onSpot = {
    taskDefinition: 'acs-fargate',
    capacityProviderStrategy: [{ capacityProvider: 'FARGATE_SPOT', weight: 1 }],
    networkConfiguration: { awsvpcConfiguration: { subnets: ['subnet-1'] } },
  };

  it('is of the launch type Fargate, and names its capacity provider', async () => {
    const { tasks } = await machine.client.send(new RunTaskCommand({ cluster, ...onSpot }));

    expect(first(tasks)).toMatchObject({ launchType: 'FARGATE', capacityProviderName: 'FARGATE_SPOT' });
  });

  it('alone is refused when only Spot has no capacity', async () => {
    const faults = new Faults();
    faults.add({ service: 'ecs', kind: 'spot-capacity', times: 1 });
    await using short = await startMachine({ faults });

    const others = await short.client.send(new RunTaskCommand({ cluster, taskDefinition: 'acs-waits' }));
    const refused = await short.client.send(new RunTaskCommand({ cluster, ...onSpot }));

    expect(others.tasks).toHaveLength(1);
    expect(refused).toMatchObject({ tasks: [], failures: [{ reason: expect.stringMatching(/^Capacity is unav/) }] });
  });
});

describe('a record of tasks that cannot be written', () => {
  it('prevents starts, and is written as soon as possible', async () => {
    await using machine = await startMachine();
    // A folder that blocks the temporary file of each write.
    const obstacle = join(machine.stateDirectory, 'ecs', 'tasks.json.new');
    const running = await machine.run('acs-agent', { startedBy: 'gil/one/1' });
    const [pid = 0] = await pidsIn(machine.workspace('gil/one'), 1);
    await mkdir(obstacle);

    const attempt = machine.run('acs-waits', { startedBy: 'gil/two/1', clientToken: 'gil-2' });
    await expect(attempt).rejects.toMatchObject({ name: 'ServerException' });
    const list = new ListTasksCommand({ cluster, startedBy: 'gil/two/1' });
    expect((await machine.client.send(list)).taskArns).toEqual([]);
    process.kill(pid, 'SIGKILL');
    await until(() => machine.logged.some((line) => line.includes('was not recorded')), 'a failed record');
    await rmdir(obstacle);

    await machine.reaches(running, 'STOPPED');
    await machine.run('acs-waits', { startedBy: 'gil/two/1', clientToken: 'gil-2' });
    expect((await machine.client.send(list)).taskArns).toHaveLength(1);
  });
});

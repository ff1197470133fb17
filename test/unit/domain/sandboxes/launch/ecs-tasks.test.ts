import { ECSClient } from '@aws-sdk/client-ecs';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Capacity } from '../../../../../shared/contract/shapes/enums.ts';
import { EcsTasks } from '../../../../../shared/domain/sandboxes/launch/ecs-tasks.ts';
import type { LaunchOutcome } from '../../../../../shared/domain/sandboxes/launch/tasks.ts';
import { classifyStop } from '../../../../../shared/domain/sandboxes/record/failures.ts';
import { repeatable } from '../../../../../shared/platform/aws/call-limits.ts';
import { type AgentReply, useHttpAgent } from '../../../../support/http/http-agent.ts';
import { quick, startSilentServer } from '../../../../support/http/silent-server.ts';
import { SettableClock } from '../../../../support/platform/settable-clock.ts';
import { FakeEcs, type RunFault } from '../../../../support/sandboxes/fake-ecs.ts';
import { aLaunch } from '../../../../support/sandboxes/sandbox-data.ts';

/** ECS over HTTP, with responses by action. */
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
    volume: null,
    size: null,
    size_override: null,
    capacity: 'on_demand' as Capacity,
    api_key_id: null,
  },
  clientToken: 'sandbox-2-1',
  startedBy,
  initKey: 'init-key',
};
const volume = {
  name: 'workspace',
  role_arn: 'arn:aws:iam::123456789012:role/volumes',
  size_gib: 21,
  snapshot_id: null,
  filesystem_type: 'ext4',
  initialization_rate: null as number | null,
  tags: [{ key: 'agent-conversations:deployment', value: 'agents-dev' }],
};
const withVolume = (overrides: Partial<Omit<typeof volume, 'snapshot_id'>> & { snapshot_id?: string } = {}) => ({
  ...request,
  launch: { ...request.launch, volume: { ...volume, ...overrides } },
});
/** The same object with its members in reverse order. */
const backwards = <T extends object>(value: T) => Object.fromEntries(Object.entries(value).toReversed()) as T;

const failure = (type: string, message: string, status = 400, more = {}): AgentReply => ({
  status,
  body: { __type: type, message, ...more },
});

describe('RunTask', () => {
  it('requests one Fargate task with its token and owner, and no secret but the init key', async () => {
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

  it('overrides the size of the task definition only for a sandbox of another size', async () => {
    answers.RunTask = { body: { tasks: [running], failures: [] } };
    await tasks.run(request);
    await tasks.run({ ...request, launch: { ...request.launch, size_override: { cpu: '2048', memory: '8192' } } });

    const [same, other] = ecs.requests.map(({ body }) => (body as { overrides: object }).overrides);
    expect(same).not.toHaveProperty('cpu');
    expect(other).toEqual({ ...same, cpu: '2048', memory: '8192' });
  });

  it('asks for Spot by its capacity provider, without a launch type', async () => {
    answers.RunTask = { body: { tasks: [running], failures: [] } };

    await tasks.run({ ...request, launch: { ...request.launch, capacity: 'spot' } });

    const { launchType, capacityProviderStrategy } = ecs.requests[0]?.body ?? {};
    expect(launchType).toBeUndefined();
    expect(capacityProviderStrategy).toEqual([{ capacityProvider: 'FARGATE_SPOT', weight: 1 }]);
  });

  it.each<[string, AgentReply | undefined]>([
    ['its own fault', failure('ServerException', 'oops', 500)],
    ['a fault without a name', { status: 503, body: '' }],
    ['a broken connection', undefined],
    ['a conflict that names no task', failure('ConflictException', 'token was used')],
    [
      'a conflict whose task cannot be looked up',
      failure('ConflictException', 'used', 400, { resourceIds: ['arn:1'] }),
    ],
  ])('has an unknown result after %s', async (_, reply) => {
    answers.RunTask = reply;
    answers.DescribeTasks = failure('ThrottlingException', 'Rate exceeded');

    expect(await tasks.run(request)).toMatchObject({ kind: 'unclear' });
  });

  it('configures the disk: encrypted, tagged, and kept when its task ends', async () => {
    answers.RunTask = { body: { tasks: [running] } };

    await tasks.run(withVolume());
    await tasks.run(withVolume({ snapshot_id: 'snap-1' }));

    const [fresh, restored] = ecs.requests.map(({ body }) => body.volumeConfigurations[0].managedEBSVolume);
    expect(fresh).toEqual({
      roleArn: volume.role_arn,
      sizeInGiB: 21,
      volumeType: 'gp3',
      encrypted: true,
      filesystemType: 'ext4',
      tagSpecifications: [{ resourceType: 'volume', tags: volume.tags }],
      terminationPolicy: { deleteOnTermination: false },
    });
    expect(restored).toEqual({ ...fresh, snapshotId: 'snap-1' });

    await tasks.run(withVolume({ snapshot_id: 'snap-1', initialization_rate: 200 }));
    const faster = ecs.requests.at(-1)?.body.volumeConfigurations[0].managedEBSVolume;
    expect(faster).toEqual({ ...restored, volumeInitializationRate: 200 });
    expect(ecs.requests[0]?.body.volumeConfigurations[0].name).toBe('workspace');
  });

  it('makes a byte-identical call from a stored launch, whose fields have another order', async () => {
    answers.RunTask = { body: { tasks: [running] } };
    const first = withVolume({ snapshot_id: 'snap-1' });
    const { launch } = first;
    const { tags, ...disk } = launch.volume;
    const stored = { ...backwards(launch), volume: { ...backwards(disk), tags: tags.map(backwards) } };

    await tasks.run(first);
    await tasks.run({ ...first, launch: stored });

    const [before, after] = ecs.requests.map(({ body }) => JSON.stringify(body));
    expect(after).toBe(before);
  });

  it('never requests a file system that ECS would replace', async () => {
    expect(await tasks.run(withVolume({ filesystem_type: 'btrfs' }))).toMatchObject({
      kind: 'refused',
      class: 'spec',
      reason: { code: 'spec_invalid' },
    });
    expect(ecs.requests).toEqual([]);
  });

  it('returns the task that a used token already started', async () => {
    answers.RunTask = failure('ConflictException', 'token was used', 400, { resourceIds: ['arn:1'] });
    answers.DescribeTasks = { body: { tasks: [running] } };

    expect(await tasks.run(request)).toMatchObject({ kind: 'accepted', task: { arn: 'arn:1' } });
  });

  it('rejects the task of another sandbox', async () => {
    answers.RunTask = failure('ConflictException', 'token was used', 400, { resourceIds: ['arn:1'] });
    answers.DescribeTasks = { body: { tasks: [{ ...running, startedBy: 'mallory/sandbox/2' }] } };

    expect(await tasks.run(request)).toMatchObject({
      kind: 'refused',
      class: 'transient',
      tokenSpent: true,
      detail: 'another start has used the client token of this one',
    });
  });

  it('reports a spent token for an answer that ECS would repeat', async () => {
    answers.RunTask = {
      body: { tasks: [], failures: [{ reason: 'Capacity is unavailable at this time', detail: 'in use1-az1' }] },
    };

    expect(await tasks.run(request)).toEqual({
      kind: 'refused',
      class: 'capacity',
      tokenSpent: true,
      detail: 'Capacity is unavailable at this time in use1-az1',
      reason: expect.objectContaining({ code: 'capacity_unavailable', retryable: true }),
    });
    answers.RunTask = { body: {} };
    expect(await tasks.run(request)).toMatchObject({ kind: 'refused', class: 'capacity', tokenSpent: true });
  });

  it.each<[string, AgentReply, code: string, failureClass: string]>([
    ['throttling', failure('ThrottlingException', 'Rate exceeded'), 'throttled', 'throttled'],
    [
      'the vCPU quota',
      failure('ClientException', 'You’ve reached the limit on the number of vCPUs you can run concurrently'),
      'vcpu_quota_reached',
      'capacity',
    ],
    ['a wrong definition', failure('ClientException', 'TaskDefinition is inactive'), 'spec_invalid', 'spec'],
    ['missing permission', failure('AccessDeniedException', 'not authorized'), 'access_denied', 'access'],
  ])(
    'is refused by %s without a spent token, as an earlier call may have spent it',
    async (_, reply, code, failureClass) => {
      answers.RunTask = reply;

      expect(await tasks.run(request)).toMatchObject({
        kind: 'refused',
        reason: { code },
        class: failureClass,
        tokenSpent: false,
      });
    },
  );

  it('aborts a call that hangs, well within the timeout of a stream consumer', async () => {
    const silent = await startSilentServer();
    const hanging = new ECSClient({ endpoint: silent.url, region: 'us-east-1', credentials, ...quick(repeatable) });

    const outcome = await new EcsTasks(hanging, 'agents').run(request);

    expect(outcome).toMatchObject({ kind: 'unclear', error: { name: 'TimeoutError' } });
    expect(silent.connections()).toBe(2);
    await silent.close();
  });
});

describe('StopTask', () => {
  it('succeeds for a task that ECS forgot, and throws for every other failure', async () => {
    answers.StopTask = failure('InvalidParameterException', 'The referenced task was not found.');
    await expect(tasks.stop('arn:1', 'because')).resolves.toBeUndefined();

    answers.StopTask = failure('InvalidParameterException', 'reason is too long');
    await expect(tasks.stop('arn:1', 'because')).rejects.toThrow('reason');
    answers.StopTask = failure('ThrottlingException', 'Rate exceeded');
    await expect(tasks.stop('arn:1', 'because')).rejects.toThrow('Rate');
  });
});

describe('DescribeTasks and ListTasks', () => {
  it('find a task by its ARN or by startedBy, or report that it is absent', async () => {
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

  it('are described a hundred at a time, without tasks that ECS does not know', async () => {
    const asked: number[] = [];
    ecs.reply = ({ body }) => {
      asked.push(body.tasks.length);
      const known = body.tasks.filter((taskArn: string) => taskArn !== 'arn:7');
      return { body: { tasks: known.map((taskArn: string) => ({ ...running, taskArn })) } };
    };
    const arns = Array.from({ length: 250 }, (_, index) => `arn:${index}`);

    const found = await tasks.describeMany(arns);

    expect(asked.toSorted((a, b) => b - a)).toEqual([100, 100, 50]);
    expect(found.map(({ task }) => task.arn)).toEqual(arns.filter((arn) => arn !== 'arn:7'));
    expect(found[0]).toMatchObject({ startedBy });
  });

  it('list the ARN of each without describing any', async () => {
    ecs.reply = ({ headers, body }) => {
      if (!String(headers['x-amz-target']).endsWith('ListTasks')) throw new Error('a task was described');
      return { body: body.nextToken ? { taskArns: ['arn:3'] } : { taskArns: ['arn:1', 'arn:2'], nextToken: 'more' } };
    };

    const pages = [];
    for await (const page of tasks.arns()) pages.push(page);

    expect(pages).toEqual([['arn:1', 'arn:2'], ['arn:3']]);
  });

  it('list every page with the sandbox of each task', async () => {
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

const owner = { startedBy: 'ann/0193aaaabbbb7ccc8dddeeeeffff0000/1', mark: '0123456789abcdef' };

function scene() {
  const clock = new SettableClock();
  const ecs = new FakeEcs(clock);
  const run = (snapshotId: string | null = null, clientToken = 'token-1') =>
    ecs.run({ launch: aLaunch(owner, snapshotId), clientToken, startedBy: owner.startedBy, initKey: 'key' });
  const pass = (seconds: number) => {
    clock.advance(seconds);
    ecs.disks.tick();
    ecs.tick();
  };
  return { ecs, disks: ecs.disks, run, pass };
}

const arnOf = (outcome: LaunchOutcome) => (outcome.kind === 'accepted' ? outcome.task.arn : '');

describe('disk of a fake task', () => {
  it('is created during the start, shown when the task runs, and left behind', async () => {
    const { ecs, disks, run, pass } = scene();
    const arn = arnOf(await run());
    expect(await disks.volumesOf(owner)).toEqual([]);
    pass(4);
    const [volume] = await disks.volumesOf(owner);
    expect([volume?.state, ecs.taskOf(arn)?.volumeId]).toEqual(['in-use', null]);
    pass(5);
    expect(ecs.taskOf(arn)).toMatchObject({ lastStatus: 'RUNNING', volumeId: volume?.id });

    await ecs.stop(arn);
    pass(5);

    expect(ecs.taskOf(arn)).toMatchObject({ lastStatus: 'STOPPED', volumeId: volume?.id });
    expect(await disks.volumesOf(owner)).toMatchObject([{ id: volume?.id, state: 'available', owner }]);
  });

  it('can exist although no task showed it', async () => {
    const { ecs, disks, run, pass } = scene();
    const arn = arnOf(await run());
    pass(4);

    ecs.kill(arn);

    expect(ecs.taskOf(arn)).toMatchObject({ lastStatus: 'STOPPED', volumeId: null });
    expect(await disks.volumesOf(owner)).toMatchObject([{ state: 'available' }]);
  });

  it('does not exist when the task ended before its creation', async () => {
    const { ecs, disks, run, pass } = scene();
    ecs.kill(arnOf(await run()));
    pass(10);

    expect(await disks.volumesOf(owner)).toEqual([]);
  });

  it('contains what the snapshot contained', async () => {
    const { ecs, disks, run, pass } = scene();
    const arn = arnOf(await run());
    pass(10);
    const first = ecs.taskOf(arn)?.volumeId ?? '';
    disks.write(first, 'work');
    ecs.kill(arn);
    const saved = await disks.save(first, owner);
    pass(20);

    const again = arnOf(await run(saved.kind === 'accepted' ? saved.snapshot.id : '', 'token-2'));
    pass(10);

    expect(disks.contentOf(ecs.taskOf(again)?.volumeId ?? '')).toEqual(['work']);
  });

  it('is never empty when its snapshot is gone: the task fails', async () => {
    const { ecs, disks, run, pass } = scene();
    const arn = arnOf(await run('snap-gone'));
    pass(10);

    const task = ecs.taskOf(arn);
    expect(task).toMatchObject({ lastStatus: 'STOPPED', stopCode: 'TaskFailedToStart' });
    expect(task && classifyStop(task)).toMatchObject({ reason: { code: 'volume_not_created' }, class: 'spec' });
    expect(disks.all().volumes).toEqual([]);
  });
});

describe('RunTask of the fake', () => {
  it.each<[RunFault, Partial<Record<keyof Extract<LaunchOutcome, { kind: 'refused' }>, unknown>>, tasks: number]>([
    ['throttled', { kind: 'refused', class: 'throttled', tokenSpent: false }, 1],
    ['denied', { kind: 'refused', class: 'access', tokenSpent: false }, 1],
    ['unavailable', { kind: 'unclear' }, 1],
    ['lost-answer', { kind: 'unclear' }, 1],
    ['no-capacity', { kind: 'refused', class: 'capacity', tokenSpent: true }, 0],
    ['refused', { kind: 'refused', class: 'spec', tokenSpent: true }, 0],
  ])('after %s gives %o for the same token, and then %i task', async (fault, expected, tasks) => {
    const { ecs, run } = scene();
    ecs.failNextRun(fault);

    expect(await run()).toMatchObject(expected);
    const again = await run();

    expect(again.kind).toBe(tasks === 1 ? 'accepted' : 'refused');
    expect(ecs.live()).toHaveLength(tasks);
  });
});

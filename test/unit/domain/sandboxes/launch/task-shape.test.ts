import { EC2Client } from '@aws-sdk/client-ec2';
import { describe, expect, it } from 'vitest';
import { sandboxOfTask, toTask } from '../../../../../shared/domain/sandboxes/launch/ecs-task-shape.ts';
import { DirectIngress } from '../../../../../shared/domain/sandboxes/launch/exposed-urls.ts';
import { classifyStop } from '../../../../../shared/domain/sandboxes/record/launch-errors.ts';
import { useHttpAgent } from '../../../../support/http/http-agent.ts';
import { aSandbox, aTask } from '../../../../support/sandboxes/sandbox-data.ts';

const startedBy = 'ann_40x/0193aaaabbbb7ccc8dddeeeeffff0000/2';

describe('ECS task', () => {
  it('is parsed alike from the API and from an event, whose date formats differ', () => {
    const common = {
      taskArn: 'arn:1',
      startedBy,
      version: 4,
      lastStatus: 'RUNNING',
      desiredStatus: 'RUNNING',
      attachments: [
        {
          details: [
            { name: 'subnetId', value: 's' },
            { name: 'networkInterfaceId', value: 'eni-1' },
          ],
        },
        { type: 'AmazonElasticBlockStorage', details: [{ name: 'volumeId', value: 'vol-1' }] },
      ],
      containers: [{ name: 'agent', networkInterfaces: [{ privateIpv4Address: '10.0.0.1' }] }],
    };

    const created = '2026-11-21T12:00:00.125Z';
    const stopped = '2026-11-21T12:01:00.500Z';
    const fromApi = toTask({
      ...common,
      createdAt: new Date(created),
      stoppedAt: new Date(stopped),
      overrides: { containerOverrides: [] },
    });
    const fromEvent = toTask({
      ...common,
      createdAt: '2026-11-21T12:00:00.125999999Z',
      stoppedAt: '2026-11-21T13:01:00.5+01:00',
      updatedAt: '2026-11-21T12:00:01Z',
    });

    expect(fromApi).toEqual(fromEvent);
    const times = { createdAt: created, pullStartedAt: null, startedAt: null, stoppedAt: stopped };
    expect(fromApi).toEqual(aTask({ arn: 'arn:1', generation: 2, version: 4, volumeId: 'vol-1', times }));
  });

  it('is parsed with an invalid time as null, because the task must still be stoppable', () => {
    expect(toTask({ taskArn: 'arn:1', stoppedAt: 'yesterday' }).times.stoppedAt).toBeNull();
  });

  it('contains why it stopped', () => {
    const task = toTask({
      taskArn: 'arn:1',
      startedBy,
      lastStatus: 'STOPPED',
      desiredStatus: 'STOPPED',
      stopCode: 'EssentialContainerExited',
      stoppedReason: 'Essential container in task exited',
      containers: [
        { exitCode: null },
        { exitCode: 137, reason: 'OutOfMemoryError: Container killed due to memory usage' },
      ],
    });

    expect(task).toMatchObject({
      stopCode: 'EssentialContainerExited',
      stoppedReason: 'Essential container in task exited: OutOfMemoryError: Container killed due to memory usage',
      exitCode: 137,
    });
    expect(classifyStop(task).reason.code).toBe('out_of_memory');
  });

  it('does not repeat a reason, and has none when ECS gives none', () => {
    const reason = 'CannotPullContainerError: not found';

    expect(toTask({ taskArn: 'a', stoppedReason: reason, containers: [{ reason }, {}] }).stoppedReason).toBe(reason);
    expect(toTask({ taskArn: 'a', stoppedReason: '', containers: [{ reason: null }] }).stoppedReason).toBeNull();
  });

  it('has an exit code of zero', () => {
    expect(toTask({ taskArn: 'a', containers: [{ exitCode: 0 }] }).exitCode).toBe(0);
  });

  it('belongs to its sandbox, or to none', () => {
    expect(sandboxOfTask({ taskArn: 'a', startedBy })).toEqual({
      ownerId: 'ann@x',
      sandboxId: '0193aaaabbbb7ccc8dddeeeeffff0000',
      generation: 2,
    });
    expect(sandboxOfTask({ taskArn: 'a', startedBy: 'ecs-svc/1' })).toBeUndefined();
    expect(sandboxOfTask({ taskArn: 'a' })).toBeUndefined();
  });

  it.each([undefined, {}, { taskArn: 7 }])('is not parsed from %o', (value) => {
    expect(() => toTask(value)).toThrow();
  });
});

describe('exposed URLs of a task', async () => {
  const ec2 = await useHttpAgent();
  const credentials = { accessKeyId: 'AKIATEST', secretAccessKey: 'secret' };
  const client = new EC2Client({ endpoint: ec2.url, region: 'us-east-1', credentials, maxAttempts: 1 });
  const ingress = new DirectIngress(client);
  const sandbox = aSandbox();

  it('use the host ports when tasks share the host', async () => {
    const bindings = [
      { bindIp: '127.0.0.1', containerPort: 8001, hostPort: 40002 },
      { bindIp: '127.0.0.1', containerPort: 8000, hostPort: 40001 },
    ];

    expect(await ingress.exposedUrls(sandbox, aTask({ bindings }))).toEqual([
      { name: 'AGENT_SERVER', port: 40001, url: 'http://127.0.0.1:40001' },
      { name: 'VSCODE', port: 40002, url: 'http://127.0.0.1:40002/?folder=%2Fworkspace%2Fproject' },
    ]);
  });

  it('leave out a port that is not bound', async () => {
    const bindings = [{ bindIp: '127.0.0.1', containerPort: 8000, hostPort: 40001 }];

    expect(await ingress.exposedUrls(sandbox, aTask({ bindings }))).toHaveLength(1);
  });

  it('use the public address of its network interface otherwise', async () => {
    const association = '<association><publicIp>203.0.113.9</publicIp></association>';
    const answer = (inside: string) =>
      `<DescribeNetworkInterfacesResponse><networkInterfaceSet><item>${inside}</item></networkInterfaceSet></DescribeNetworkInterfacesResponse>`;
    ec2.reply = () => ({ body: answer(association) });

    expect(await ingress.exposedUrls(sandbox, aTask())).toEqual([
      { name: 'AGENT_SERVER', port: 8000, url: 'http://203.0.113.9:8000' },
      { name: 'VSCODE', port: 8001, url: 'http://203.0.113.9:8001/?folder=%2Fworkspace%2Fproject' },
    ]);
    expect(ec2.requests[0]?.body).toContain('NetworkInterfaceId.1=eni-1');
    ec2.reply = () => ({ body: answer('') });
    expect(await ingress.exposedUrls(sandbox, aTask())).toBeUndefined();
  });

  it('are unknown before the task has a network interface', async () => {
    expect(await ingress.exposedUrls(sandbox, aTask({ networkInterfaceId: null }))).toBeUndefined();
  });
});

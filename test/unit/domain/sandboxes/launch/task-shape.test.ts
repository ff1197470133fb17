import { describe, expect, it } from 'vitest';
import { sandboxOfTask, toTask } from '../../../../../shared/domain/sandboxes/launch/ecs-task-shape.ts';
import { classifyStop } from '../../../../../shared/domain/sandboxes/record/launch-errors.ts';
import { aTask } from '../../../../support/sandboxes/sandbox-data.ts';

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
    const times = { createdAt: created, pullStartedAt: null, pullStoppedAt: null, startedAt: null, stoppedAt: stopped };
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

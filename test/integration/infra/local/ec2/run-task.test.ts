import { RunTaskCommand, type RunTaskCommandInput } from '@aws-sdk/client-ecs';
import { describe, expect, it } from 'vitest';
import { Faults } from '../../../../../infra/local/aws/faults.ts';
import { cluster, first, startMachine, useMachine } from '../ecs/local-ecs-server.ts';
import { aDisk, beginSnapshot, diskOf, runWithDisk, save, snapshotReaches, stop } from './disks.ts';

const faults = new Faults();
const machine = await useMachine({ faults });

const eventsOf = ({ taskArn }: { taskArn?: string | undefined }) =>
  machine.events.filter((event) => event.taskArn === taskArn) as unknown as Parameters<typeof diskOf>[0][];

describe('RunTask with a volume', () => {
  it("shows the volume in the task's attachments, from start to end", async () => {
    const task = await machine.run('acs-keeper', { startedBy: 'dan/one/1', ...aDisk() });
    expect(diskOf(task)).toEqual({
      status: 'PRECREATED',
      details: {
        volumeName: 'workspace',
        roleArn: 'arn:aws:iam::000000000000:role/volumes',
        deleteOnTermination: 'false',
      },
      volumeId: '',
    });
    const running = await machine.reaches(task, 'RUNNING');
    const { volumeId } = diskOf(running);

    const stopped = await stop(machine, task);

    expect(volumeId).toMatch(/^vol-0[0-9a-f]{16}$/);
    expect(diskOf(running).status).toBe('ATTACHED');
    expect([diskOf(stopped).status, diskOf(stopped).volumeId]).toEqual(['DETACHED', volumeId]);
    const disks = eventsOf(task).map((event) => diskOf(event));
    const attached = Array(6).fill('ATTACHED');
    expect(disks.map(({ status }) => status)).toEqual(['PRECREATED', 'CREATED', ...attached, 'DETACHED']);
    expect(new Set(disks.slice(1).map((disk) => disk.volumeId))).toEqual(new Set([volumeId]));
  });

  it('uses the size of the snapshot unless the request has a larger one', async () => {
    const one = await stop(machine, await runWithDisk(machine, 'dan/two/1', { sizeInGiB: 30 }));
    const snapshotId = await save(machine, diskOf(one).volumeId);
    const sizes = [undefined, 30, 40];

    const tasks = await Promise.all(
      sizes.map((sizeInGiB, index) => runWithDisk(machine, `dan/two${index}/2`, { snapshotId, sizeInGiB })),
    );

    const { volumes } = await machine.ec2.inventory();
    const sizeOf = (id: string) => volumes.find((volume) => volume.id === id)?.size_gib;
    expect(tasks.map((task) => sizeOf(diskOf(task).volumeId))).toEqual([30, 30, 40]);
  });

  it('returns the same task with one volume when it is repeated', async () => {
    const request = { startedBy: 'dan/three/1', clientToken: 'dan-3', ...aDisk() };
    const [one, two] = await Promise.all([machine.run('acs-keeper', request), machine.run('acs-keeper', request)]);
    const running = await machine.reaches(one, 'RUNNING');

    expect(two.taskArn).toBe(one.taskArn);
    const { volumes } = await machine.ec2.inventory();
    expect(volumes.filter(({ tags }) => tags.AmazonECSCreated === one.taskArn)).toMatchObject([
      { id: diskOf(running).volumeId },
    ]);
    const other = machine.run('acs-keeper', { ...request, ...aDisk({ sizeInGiB: 21 }) });
    await expect(other).rejects.toMatchObject({ name: 'ConflictException', resourceIds: [one.taskArn] });
  });

  it('keeps the volume of a task that ends on its own', async () => {
    const task = await machine.run('acs-brief', { startedBy: 'dan/four/1', ...aDisk() });

    const stopped = await machine.reaches(task, 'STOPPED');

    expect(stopped).toMatchObject({ stopCode: 'EssentialContainerExited' });
    const { volumes } = await machine.ec2.inventory();
    expect(volumes.find(({ id }) => id === diskOf(stopped).volumeId)).toMatchObject({ state: 'available' });
  });

  it('keeps a whole volume of a task that is stopped before it runs', async () => {
    await using slow = await startMachine({ startDelayMilliseconds: 60_000 });
    const task = await slow.run('acs-keeper', { startedBy: 'dan/five/1', ...aDisk() });
    await slow.reaches(task, 'PENDING');

    const stopped = await stop(slow, task);

    expect(stopped.startedAt).toBeUndefined();
    expect(diskOf(stopped).status).toBe('DETACHED');
    await save(slow, diskOf(stopped).volumeId);
  });
});

describe('a task with an impossible volume', () => {
  const starts = async (volume: Parameters<typeof aDisk>[0]) => {
    const task = await machine.run('acs-keeper', { startedBy: 'eve/one/1', ...aDisk(volume) });
    const stopped = await machine.reaches(task, 'STOPPED');
    expect(stopped.stopCode).toBe('TaskFailedToStart');
    expect(diskOf(stopped)).toMatchObject({ status: 'FAILED', volumeId: '' });
    expect(diskOf(stopped).details.statusReason).toBe(stopped.stoppedReason);
    return stopped.stoppedReason;
  };
  const unable = 'CannotCreateVolumeError: ECS was unable to create the EBS volume.';

  it('stops when its snapshot does not exist', async () => {
    const reason = await starts({ snapshotId: 'snap-0123456789abcdef0' });

    expect(reason).toBe(`${unable} The snapshot 'snap-0123456789abcdef0' does not exist.`);
  });

  it('stops when its snapshot is pending or failed', async () => {
    const { volumeId } = diskOf(await stop(machine, await runWithDisk(machine, 'eve/two/1')));
    faults.add({ service: 'ec2', kind: 'slow', milliseconds: 300_000, times: 1 });
    faults.add({ service: 'ec2', kind: 'fail', times: 1 });
    const pending = await beginSnapshot(machine, volumeId);
    const failed = await beginSnapshot(machine, volumeId);
    await snapshotReaches(machine, failed, 'error');

    expect(await starts({ snapshotId: pending })).toBe(
      `${unable} The snapshot '${pending}' is in an invalid state: pending.`,
    );
    expect(await starts({ snapshotId: failed })).toBe(
      `${unable} The snapshot '${failed}' is in an invalid state: error.`,
    );
  });

  it('stops when the volume has another file system or a smaller size than the snapshot', async () => {
    const { volumeId } = diskOf(await stop(machine, await runWithDisk(machine, 'eve/three/1')));
    const snapshotId = await save(machine, volumeId);

    expect(await starts({ snapshotId, filesystemType: undefined })).toContain('has the file system ext4, not xfs');
    expect(await starts({ snapshotId, sizeInGiB: 19 })).toContain('19 GiB, is smaller than the snapshot, 20 GiB');
  });
});

describe('RunTask with volumes', () => {
  const managed = first(aDisk().volumeConfigurations).managedEBSVolume;
  const volume = (change: Record<string, unknown>) => [
    { name: 'workspace', managedEBSVolume: { ...managed, ...change } as typeof managed },
  ];
  const tagged = (...keys: string[]) =>
    volume({ tagSpecifications: [{ resourceType: 'volume', tags: keys.map((key) => ({ key, value: '' })) }] });
  const cases: readonly [string, Partial<RunTaskCommandInput>, string][] = [
    ['no disk where one is configured at launch', {}, 'must configure the volume workspace'],
    ['no disk in an empty list', { volumeConfigurations: [] }, 'must configure the volume workspace'],
    [
      'a disk that the definition does not have',
      { taskDefinition: 'acs-waits', ...aDisk() },
      'not configured at launch',
    ],
    ['a disk of another name', { volumeConfigurations: [{ name: 'x', managedEBSVolume: managed }] }, 'volume x'],
    ['two disks', { volumeConfigurations: [...volume({}), ...volume({})] }, 'Exactly one'],
    ['a disk without settings', { volumeConfigurations: [{ name: 'workspace' }] }, 'managedEBSVolume can not be blank'],
    ['a disk without a role', { volumeConfigurations: volume({ roleArn: undefined }) }, 'roleArn'],
    ['a disk of no size', { volumeConfigurations: volume({ sizeInGiB: undefined }) }, 'sizeInGiB or snapshotId'],
    ['a disk of size zero', { volumeConfigurations: volume({ sizeInGiB: 0 }) }, 'sizeInGiB'],
    ['a rate without a snapshot', { volumeConfigurations: volume({ volumeInitializationRate: 100 }) }, 'snapshotId'],
    [
      'a rate out of bounds',
      { volumeConfigurations: volume({ snapshotId: 'snap-1', volumeInitializationRate: 301 }) },
      'between 100 and 300',
    ],
    ['another file system', { volumeConfigurations: volume({ filesystemType: 'ntfs' }) }, 'filesystemType'],
    ['a magnetic disk', { volumeConfigurations: volume({ volumeType: 'standard' }) }, 'volume type'],
    ['a reserved tag', { volumeConfigurations: tagged('AmazonECSManaged') }, 'AmazonECSManaged is reserved'],
    ['a tag of AWS', { volumeConfigurations: tagged('aws:x') }, 'aws:x is reserved'],
    ['a repeated tag', { volumeConfigurations: tagged('a', 'a') }, 'unique'],
    ['49 tags', { volumeConfigurations: tagged(...Array.from({ length: 49 }, (_, i) => `k${i}`)) }, '48'],
  ];

  it.each(cases)('refuses %s', async (_, input, message) => {
    const attempt = machine.client.send(new RunTaskCommand({ cluster, taskDefinition: 'acs-keeper', ...input }));

    await expect(attempt).rejects.toMatchObject({
      name: 'InvalidParameterException',
      message: expect.stringContaining(message),
    });
  });
});

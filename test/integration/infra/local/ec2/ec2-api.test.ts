import { access } from 'node:fs/promises';
import { join } from 'node:path';
import {
  CreateSnapshotCommand,
  DeleteSnapshotCommand,
  DeleteVolumeCommand,
  DescribeInstancesCommand,
  DescribeNetworkInterfacesCommand,
  DescribeSnapshotsCommand,
  DescribeVolumesCommand,
  paginateDescribeSnapshots,
  paginateDescribeVolumes,
} from '@aws-sdk/client-ec2';
import { describe, expect, it } from 'vitest';
import { Faults } from '../../../../../infra/local/aws/faults.ts';
import { first, useMachine } from '../ecs/local-ecs-server.ts';
import {
  aVolume,
  beginSnapshot,
  describeVolume,
  diskOf,
  runWithDisk,
  save,
  snapshotReaches,
  stop,
  waitUntilGone,
} from './disks.ts';

const faults = new Faults();
const machine = await useMachine({ faults });
const volumeId = await aVolume(machine, 'carl/one/1', { odd: '<a> & "b" \u00e9\u0007' });

describe('a volume', () => {
  it('is described in the form of EC2', async () => {
    const task = await runWithDisk(machine, 'carl/two/1', { volumeType: 'gp3', iops: 3000, throughput: 125 });

    const volume = await describeVolume(machine, diskOf(task).volumeId);

    expect(volume).toEqual({
      VolumeId: expect.stringMatching(/^vol-0[0-9a-f]{16}$/),
      State: 'in-use',
      Size: 20,
      SnapshotId: '',
      VolumeType: 'gp3',
      Iops: 3000,
      Throughput: 125,
      Encrypted: true,
      MultiAttachEnabled: false,
      AvailabilityZone: 'us-east-1a',
      CreateTime: expect.any(Date),
      Attachments: [
        {
          VolumeId: diskOf(task).volumeId,
          State: 'attached',
          AssociatedResource: task.taskArn,
          InstanceOwningService: 'ecs-fargate.amazonaws.com',
          DeleteOnTermination: false,
          AttachTime: expect.any(Date),
        },
      ],
      Tags: [
        { Key: 'made-by', Value: 'a <test> & "more"' },
        { Key: 'AmazonECSCreated', Value: task.taskArn },
        { Key: 'AmazonECSManaged', Value: 'true' },
      ],
    });
    await stop(machine, task);
    expect(await describeVolume(machine, diskOf(task).volumeId)).toMatchObject({ State: 'available', Attachments: [] });
  });

  it('is found by its tags and its state', async () => {
    const find = async (...filters: [name: string, ...values: string[]][]) => {
      const Filters = filters.map(([Name, ...Values]) => ({ Name, Values }));
      const { Volumes = [] } = await machine.disks.send(new DescribeVolumesCommand({ Filters }));
      return Volumes.map(({ VolumeId }) => VolumeId);
    };
    const inUse = diskOf(await runWithDisk(machine, 'carl/three/1')).volumeId;

    expect(await find(['tag:sandbox', 'carl/one/1'])).toEqual([volumeId]);
    expect(await find(['tag:sandbox', 'other', 'carl/?ne/*'], ['status', 'available', 'in-use'])).toEqual([volumeId]);
    expect(await find(['tag:sandbox', 'carl/one/1'], ['status', 'in-use'])).toEqual([]);
    expect(await find(['tag:sandbox', 'carl.one.1'])).toEqual([]);
    expect(await find(['status', 'in-use'])).toEqual([inUse]);
    expect(await find(['tag-key', 'sandbox'], ['volume-id', volumeId])).toEqual([volumeId]);
    await expect(find(['colour', 'red'])).rejects.toMatchObject({
      name: 'InvalidParameterValue',
      message: "The filter 'colour' is invalid",
    });
  });

  it('keeps special characters in its tags', async () => {
    const { Tags = [] } = await describeVolume(machine, volumeId);

    // XML cannot represent the bell character.
    expect(Tags.find(({ Key }) => Key === 'odd')?.Value).toBe('<a> & "b" \u00e9');
    expect(machine.ec2.tagsOf(volumeId)).toMatchObject({ sandbox: 'carl/one/1', AmazonECSManaged: 'true' });
  });

  it('is deleted when no task uses it', async () => {
    const task = await runWithDisk(machine, 'carl/four/1');
    const id = diskOf(task).volumeId;
    const deletion = new DeleteVolumeCommand({ VolumeId: id });
    await expect(machine.disks.send(deletion)).rejects.toMatchObject({
      name: 'VolumeInUse',
      message: `Volume ${id} is currently attached to ${task.taskArn}`,
    });
    await stop(machine, task);

    await machine.disks.send(deletion);

    expect(await describeVolume(machine, id).catch(() => ({ State: 'deleting' }))).toMatchObject({ State: 'deleting' });
    await waitUntilGone(machine, id);
    await expect(machine.disks.send(deletion)).rejects.toMatchObject({ name: 'InvalidVolume.NotFound' });
    await expect(access(join(machine.stateDirectory, 'volumes', id))).rejects.toThrow('ENOENT');
    expect(machine.ec2.tagsOf(id)).toBeUndefined();
  });

  it('can be deleted while its snapshot is pending, which still completes', async () => {
    const id = await aVolume(machine, 'carl/five/1');
    faults.add({ service: 'ec2', kind: 'slow', milliseconds: 300, times: 1 });
    const snapshotId = await beginSnapshot(machine, id);

    await machine.disks.send(new DeleteVolumeCommand({ VolumeId: id }));

    await snapshotReaches(machine, snapshotId, 'completed');
    await waitUntilGone(machine, id);
  });
});

describe('long EC2 lists', () => {
  it('are returned in pages that contain every item once', async () => {
    const id = await aVolume(machine, 'carl/nine/1');
    const made: string[] = [];
    while (made.length < 12) made.push(await save(machine, id));
    const filters = { Filters: [{ Name: 'volume-id', Values: [id] }] };

    const pages: string[][] = [];
    for await (const { Snapshots = [] } of paginateDescribeSnapshots({ client: machine.disks, pageSize: 5 }, filters)) {
      pages.push(Snapshots.map(({ SnapshotId = '' }) => SnapshotId));
    }

    expect(pages.map(({ length }) => length)).toEqual([5, 5, 2]);
    expect(pages.flat().sort()).toEqual(made.sort());
    const volumes: string[] = [];
    for await (const { Volumes = [] } of paginateDescribeVolumes({ client: machine.disks, pageSize: 5 }, {})) {
      volumes.push(...Volumes.map(({ VolumeId = '' }) => VolumeId));
    }
    expect(new Set(volumes).size).toBe(volumes.length);
    expect(volumes).toContain(volumeId);
  });
});

describe('a network interface', () => {
  it('of a task has its address until the task has stopped', async () => {
    const task = await runWithDisk(machine, 'carl/ten/1');
    const details = task.attachments?.flatMap((attachment) => attachment.details ?? []) ?? [];
    const id = details.find(({ name }) => name === 'networkInterfaceId')?.value ?? '';
    const look = () => machine.disks.send(new DescribeNetworkInterfacesCommand({ NetworkInterfaceIds: [id] }));

    const found = first((await look()).NetworkInterfaces);
    const address = found.Association?.PublicIp ?? '';
    expect(found).toMatchObject({ NetworkInterfaceId: id, Status: 'in-use', PrivateIpAddress: '127.0.0.1' });
    expect(address).toMatch(/^3\.2\d\d\.\d+\.\d+$/);
    expect(found.Association?.PublicDnsName).toBe(`ec2-${address.replaceAll('.', '-')}.compute-1.amazonaws.com`);
    await stop(machine, task);
    await expect(look()).rejects.toMatchObject({ name: 'InvalidNetworkInterfaceID.NotFound' });
  });
});

describe('an invalid EC2 request', () => {
  const none = 'vol-0123456789abcdef0';
  const noneSnapshot = 'snap-0123456789abcdef0';
  const cases = [
    ['an unknown volume', new DescribeVolumesCommand({ VolumeIds: [none] }), 'InvalidVolume.NotFound'],
    ['an unknown volume to save', new CreateSnapshotCommand({ VolumeId: none }), 'InvalidVolume.NotFound'],
    ['an unknown volume to delete', new DeleteVolumeCommand({ VolumeId: none }), 'InvalidVolume.NotFound'],
    ['an unknown snapshot', new DescribeSnapshotsCommand({ SnapshotIds: [noneSnapshot] }), 'InvalidSnapshot.NotFound'],
    ['an id that is not a volume', new DescribeVolumesCommand({ VolumeIds: [noneSnapshot] }), 'InvalidParameterValue'],
    ['an id that is not a snapshot', new DeleteSnapshotCommand({ SnapshotId: 'x' }), 'InvalidParameterValue'],
    ['an unknown page token', new DescribeVolumesCommand({ NextToken: 'x' }), 'InvalidParameterValue'],
    ['a small page', new DescribeVolumesCommand({ MaxResults: 4 }), 'InvalidParameterValue'],
    [
      'tags of another kind',
      new CreateSnapshotCommand({ VolumeId: none, TagSpecifications: [{ ResourceType: 'volume', Tags: [] }] }),
      'InvalidParameterValue',
    ],
    ['no volume', new CreateSnapshotCommand({ VolumeId: undefined }), 'MissingParameter'],
    ['a dry run', new DeleteVolumeCommand({ VolumeId: none, DryRun: true }), 'DryRunOperation'],
    ['another action', new DescribeInstancesCommand({}), 'InvalidAction'],
  ] as const;

  it.each(cases)('is refused: %s', async (_, command, name) => {
    const attempt = machine.disks.send(command as DescribeVolumesCommand);

    await expect(attempt).rejects.toMatchObject({ name, $metadata: { requestId: expect.any(String) } });
  });

  it('is refused when it combines a page with ids', async () => {
    const attempt = machine.disks.send(new DescribeVolumesCommand({ VolumeIds: [volumeId], MaxResults: 5 }));

    await expect(attempt).rejects.toMatchObject({ name: 'InvalidParameterCombination' });
  });
});

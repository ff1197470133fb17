import {
  CreateSnapshotCommand,
  DeleteSnapshotCommand,
  DeleteVolumeCommand,
  DescribeSnapshotsCommand,
  DescribeVolumesCommand,
  EC2Client,
} from '@aws-sdk/client-ec2';
import { beforeEach, describe, expect, it } from 'vitest';
import { admin, useEndpoint } from '../an-endpoint.ts';

const local = await useEndpoint();
beforeEach(() => local.faults.clear());

const own = { key: 'app', value: 'dev' };
const client = (name: 'writer' | 'idle' = 'writer') => new EC2Client(local.as(name));
const session = 'arn:aws:sts::000000000000:assumed-role/Test-WriterRole/writer';

function snapshotOf(VolumeId: string, ...Tags: { Key: string; Value: string }[]): CreateSnapshotCommand {
  return new CreateSnapshotCommand({
    VolumeId,
    ...(Tags.length > 0 && { TagSpecifications: [{ ResourceType: 'snapshot', Tags }] }),
  });
}

describe('the permissions of EC2', () => {
  it('allow a role the resources with its tag', async () => {
    const volume = await local.addVolume(own);

    const { Volumes } = await client().send(new DescribeVolumesCommand({ VolumeIds: [volume] }));
    const { SnapshotId } = await client().send(snapshotOf(volume, { Key: 'app', Value: 'dev' }));
    await client().send(new DeleteVolumeCommand({ VolumeId: volume }));

    expect(Volumes).toHaveLength(1);
    expect(SnapshotId).toMatch(/^snap-/);
  });

  it('deny resources of another tag, with the error of EC2', async () => {
    const foreign = await local.addVolume({ key: 'app', value: 'prod' });
    const arn = `arn:aws:ec2:us-east-1:000000000000:volume/${foreign}`;

    await expect(client().send(new DeleteVolumeCommand({ VolumeId: foreign }))).rejects.toMatchObject({
      name: 'UnauthorizedOperation',
      message: `You are not authorized to perform this operation. User: ${session} is not authorized to perform: ec2:DeleteVolume on resource: ${arn} because no identity-based policy allows the ec2:DeleteVolume action`,
      $metadata: { httpStatusCode: 403 },
    });
    await expect(client().send(snapshotOf(foreign, { Key: 'app', Value: 'dev' }))).rejects.toThrow(arn);
    expect(local.seen.denials).toContainEqual({ caller: 'Writer', action: 'ec2:DeleteVolume', resource: arn });
  });

  it('deny a snapshot without its tag, or with another', async () => {
    const volume = await local.addVolume(own);
    const onSnapshots = 'ec2:CreateSnapshot on resource: arn:aws:ec2:us-east-1::snapshot/*';

    await expect(client().send(snapshotOf(volume))).rejects.toThrow(onSnapshots);
    await expect(client().send(snapshotOf(volume, { Key: 'app', Value: 'prod' }))).rejects.toThrow(onSnapshots);
  });

  it('name no resource in errors of actions without one', async () => {
    await expect(client().send(new DescribeSnapshotsCommand({}))).rejects.toMatchObject({
      name: 'UnauthorizedOperation',
      message: expect.stringContaining('not authorized to perform: ec2:DescribeSnapshots because'),
    });
  });

  it('do not mask the error for a missing resource', async () => {
    const VolumeId = 'vol-0123456789abcdef0';
    const SnapshotId = 'snap-0123456789abcdef0';

    await expect(client().send(new DeleteVolumeCommand({ VolumeId }))).rejects.toMatchObject({
      name: 'InvalidVolume.NotFound',
    });
    await expect(client().send(new DeleteSnapshotCommand({ SnapshotId }))).rejects.toMatchObject({
      name: 'InvalidSnapshot.NotFound',
    });
  });

  it('refuse an unknown access key', async () => {
    const stranger = new EC2Client({
      ...local.as('writer'),
      credentials: { accessKeyId: 'AKIANOBODY', secretAccessKey: 'x' },
    });

    await expect(stranger.send(new DescribeVolumesCommand({}))).rejects.toMatchObject({ name: 'AuthFailure' });
  });
});

describe('EC2 with a fault', () => {
  it.each([
    [{ kind: 'throttle' }, { name: 'RequestLimitExceeded', status: 503 }],
    [{ kind: 'error' }, { name: 'InternalError', status: 500 }],
    [
      { kind: 'refuse', error: 'VolumeInUse' },
      { name: 'VolumeInUse', status: 400 },
    ],
    [
      { kind: 'refuse', error: 'UnauthorizedOperation', status: 403 },
      { name: 'UnauthorizedOperation', status: 403 },
    ],
  ] as const)('return errors in the format of the client: %o', async (fault, { name, status }) => {
    local.faults.add({ service: 'ec2', action: 'DescribeVolumes', times: 1, ...fault });

    await expect(client().send(new DescribeVolumesCommand({}))).rejects.toMatchObject({
      name,
      $metadata: { httpStatusCode: status },
    });
  });

  it('makes a snapshot and drops the answer', async () => {
    const volume = await local.addVolume(own);
    local.faults.add({ service: 'ec2', action: 'CreateSnapshot', kind: 'drop-answer', times: 1 });

    await expect(client().send(snapshotOf(volume, { Key: 'app', Value: 'dev' }))).rejects.toThrow();

    local.faults.clear();
    const { Snapshots } = await new EC2Client({
      ...local.as('writer'),
      credentials: admin,
    }).send(new DescribeSnapshotsCommand({ Filters: [{ Name: 'volume-id', Values: [volume] }] }));
    expect(Snapshots).toHaveLength(1);
  });
});

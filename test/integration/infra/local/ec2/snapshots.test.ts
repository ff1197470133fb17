import { access, mkdir, readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  CreateSnapshotCommand,
  CreateTagsCommand,
  DeleteSnapshotCommand,
  DeleteVolumeCommand,
  DescribeSnapshotsCommand,
} from '@aws-sdk/client-ec2';
import { describe, expect, it } from 'vitest';
import { Faults } from '../../../../../infra/local/aws/faults.ts';
import { pidsIn, until, useMachine } from '../ecs/local-ecs-server.ts';
import { aVolume, beginSnapshot, describeVolume, diskOf, runWithDisk, save, snapshotReaches, stop } from './disks.ts';

const faults = new Faults();
const machine = await useMachine({ faults });
const first = await runWithDisk(machine, 'finn/one/1');
await pidsIn(machine.workspace('finn', 'one'), 1);
const { volumeId } = diskOf(await stop(machine, first));

const begin = () => beginSnapshot(machine, volumeId);

const eventOf = (snapshotId: string) => {
  const arn = `arn:aws:ec2::us-east-1:snapshot/${snapshotId}`;
  return until(
    () => machine.snapshotEvents.find(({ snapshot_id }) => snapshot_id === arn),
    `an event of ${snapshotId}`,
  );
};

describe('a snapshot of the local EC2', () => {
  it('announces its end in the form of EC2', async () => {
    const snapshotId = await save(machine, volumeId);

    const seconds = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(await eventOf(snapshotId)).toEqual({
      event: 'createSnapshot',
      result: 'succeeded',
      cause: '',
      'request-id': expect.any(String),
      snapshot_id: `arn:aws:ec2::us-east-1:snapshot/${snapshotId}`,
      source: `arn:aws:ec2::us-east-1:volume/${volumeId}`,
      startTime: seconds,
      endTime: seconds,
    });
  });

  it('can be slowed down by a fault', async () => {
    faults.add({ service: 'ec2', action: 'CreateSnapshot', kind: 'slow', milliseconds: 400, times: 1 });
    const snapshotId = await begin();

    const { StartTime, CompletionTime } = await snapshotReaches(machine, snapshotId, 'completed');

    expect(Number(CompletionTime) - Number(StartTime)).toBeGreaterThanOrEqual(400);
  });

  it('can be failed by a fault', async () => {
    faults.add({ service: 'ec2', kind: 'fail', message: 'Internal error', times: 1 });
    const snapshotId = await begin();

    const failed = await snapshotReaches(machine, snapshotId, 'error');

    expect(failed).toMatchObject({ StateMessage: 'Internal error', Progress: '0%' });
    expect(await eventOf(snapshotId)).toMatchObject({ result: 'failed', cause: 'Internal error' });
    expect(await readdir(join(machine.stateDirectory, 'snapshots'))).not.toContain(snapshotId);
    await save(machine, volumeId);
  });

  it('fails when it cannot be written, and leaves no partial copy', async () => {
    const folder = join(machine.stateDirectory, 'volumes', volumeId);
    await mkdir(longestPathIn(folder), { recursive: true });

    const failed = await snapshotReaches(machine, await begin(), 'error');

    expect(failed.StateMessage).toContain('ENAMETOOLONG');
    expect(
      (await readdir(join(machine.stateDirectory, 'snapshots'))).filter((name) => name.endsWith('.partial')),
    ).toEqual([]);
    await rm(join(folder, longName), { recursive: true });
    await save(machine, volumeId);
  });

  it('of a volume in use is created while the program continues', async () => {
    const task = await runWithDisk(machine, 'finn/two/1');
    const [pid] = await pidsIn(machine.workspace('finn', 'two'), 1);

    const snapshotId = await save(machine, diskOf(task).volumeId);

    await writeFile(machine.workspace('finn', 'two', 'later'), 'not saved');
    const next = await runWithDisk(machine, 'finn/three/1', { snapshotId });
    expect((await pidsIn(machine.workspace('finn', 'three'), 2))[0]).toBe(pid);
    expect(await readdir(machine.workspace('finn', 'three'))).toEqual(['pids']);
    await Promise.all([stop(machine, task), stop(machine, next)]);
  });

  it('ends although its end cannot be recorded, and no other snapshot starts then', async () => {
    // A folder that blocks the temporary file of each write.
    const obstacle = join(machine.stateDirectory, 'ec2', 'resources.json.new');
    faults.add({ service: 'ec2', kind: 'slow', milliseconds: 200, times: 1 });
    const snapshotId = await begin();
    await mkdir(obstacle);

    await until(() => machine.logged.some((line) => line.includes(`${snapshotId} was not recorded`)), 'a failed write');
    await expect(begin()).rejects.toMatchObject({ name: 'InternalError' });
    const deletion = machine.disks.send(new DeleteVolumeCommand({ VolumeId: volumeId }));
    await expect(deletion).rejects.toMatchObject({ name: 'InternalError' });
    await rmdir(obstacle);

    expect(await eventOf(snapshotId)).toMatchObject({ result: 'succeeded' });
    const { snapshots } = JSON.parse(await readFile(join(machine.stateDirectory, 'ec2', 'resources.json'), 'utf8'));
    expect(snapshots.find(({ id }: { id: string }) => id === snapshotId)).toMatchObject({ state: 'completed' });
    expect(await describeVolume(machine, volumeId)).toMatchObject({ State: 'available' });
    await save(machine, volumeId);
  });
});

function aPendingSnapshot(of: string): Promise<string> {
  faults.add({ service: 'ec2', kind: 'slow', milliseconds: 300_000, times: 1 });
  return beginSnapshot(machine, of);
}

describe('the API for snapshots', () => {
  it('returns a pending snapshot at once, and describes it like EC2', async () => {
    const Tags = [{ Key: 'sandbox', Value: 'carol/one/1' }];
    const TagSpecifications = [{ ResourceType: 'snapshot' as const, Tags }];
    const created = await machine.disks.send(
      new CreateSnapshotCommand({ VolumeId: volumeId, Description: 'of one', TagSpecifications }),
    );
    expect(created).toMatchObject({
      SnapshotId: expect.stringMatching(/^snap-0[0-9a-f]{16}$/),
      VolumeId: volumeId,
      State: 'pending',
      OwnerId: '000000000000',
      VolumeSize: 20,
      Description: 'of one',
      StartTime: expect.any(Date),
      Tags,
    });

    const completed = await snapshotReaches(machine, created.SnapshotId ?? '', 'completed');

    expect(completed).toMatchObject({ Progress: '100%', Encrypted: true, CompletionTime: expect.any(Date) });
    expect(completed.StateMessage).toBeUndefined();
  });

  it('finds snapshots by owner, tag, volume and state', async () => {
    const id = await aVolume(machine, 'carol/six/1');
    const mine = await aPendingSnapshot(id);
    const other = await save(machine, id);
    const find = async (filters: Record<string, string>, OwnerIds = ['self']) => {
      const Filters = Object.entries(filters).map(([Name, value]) => ({ Name, Values: [value] }));
      const { Snapshots = [] } = await machine.disks.send(new DescribeSnapshotsCommand({ OwnerIds, Filters }));
      return Snapshots.map(({ SnapshotId }) => SnapshotId);
    };

    expect(await find({ 'volume-id': id, status: 'pending' })).toEqual([mine]);
    expect(await find({ 'volume-id': id, status: 'completed' })).toEqual([other]);
    expect(await find({ 'volume-id': id }, ['000000000000'])).toEqual([mine, other]);
    expect(await find({ 'volume-id': id }, ['amazon'])).toEqual([]);
    await machine.disks.send(new CreateTagsCommand({ Resources: [other], Tags: [{ Key: 'kept', Value: 'yes' }] }));
    expect(await find({ 'volume-id': id, 'tag:kept': 'yes' })).toEqual([other]);
  });

  it('deletes pending and completed snapshots', async () => {
    const id = await aVolume(machine, 'carol/seven/1');
    const pending = await aPendingSnapshot(id);
    const completed = await save(machine, id);

    for (const SnapshotId of [pending, completed]) {
      await machine.disks.send(new DeleteSnapshotCommand({ SnapshotId }));
      await expect(snapshotReaches(machine, SnapshotId, 'any')).rejects.toMatchObject({
        name: 'InvalidSnapshot.NotFound',
        message: `The snapshot '${SnapshotId}' does not exist.`,
      });
      await expect(machine.disks.send(new DeleteSnapshotCommand({ SnapshotId }))).rejects.toMatchObject({
        name: 'InvalidSnapshot.NotFound',
      });
    }
    await until(async () => {
      const left = (await machine.ec2.inventory()).snapshots.map((snapshot) => snapshot.id);
      return !left.includes(pending) && !left.includes(completed);
    }, 'the deletion of both');
    await expect(access(join(machine.stateDirectory, 'snapshots', completed))).rejects.toThrow('ENOENT');
  });

  it('refuses a sixth pending snapshot of a volume', async () => {
    const id = await aVolume(machine, 'carol/eight/1');
    for (let count = 0; count < 5; count += 1) await aPendingSnapshot(id);

    const attempt = machine.disks.send(new CreateSnapshotCommand({ VolumeId: id }));

    await expect(attempt).rejects.toMatchObject({ name: 'ConcurrentSnapshotLimitExceeded' });
  });
});

const longName = 'd'.repeat(200);

/** A path of maximum length, which is too long in the folder of a snapshot with its longer name. */
function longestPathIn(folder: string): string {
  const longest = process.platform === 'linux' ? 4095 : 1023;
  let path = folder;
  while (path.length + longName.length < longest - 202) path = join(path, longName);
  return join(path, 'e'.repeat(longest - path.length - 1));
}

import { access } from 'node:fs/promises';
import { join } from 'node:path';
import {
  CreateSnapshotCommand,
  CreateTagsCommand,
  DeleteSnapshotCommand,
  DescribeSnapshotsCommand,
} from '@aws-sdk/client-ec2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Faults } from '../../../../../infra/local/aws/faults.ts';
import { type Machine, startMachine, until } from '../ecs/local-ecs-server.ts';
import { aVolume, save, snapshotReaches } from './disks.ts';

const faults = new Faults();
let machine: Machine;
let volumeId: string;
beforeAll(async () => {
  machine = await startMachine({ faults });
  volumeId = await aVolume(machine, 'carol/one/1');
});
afterAll(async () => {
  await machine[Symbol.asyncDispose]();
});

const tagSpecification = (value: string) => ({
  TagSpecifications: [{ ResourceType: 'snapshot' as const, Tags: [{ Key: 'sandbox', Value: value }] }],
});

async function aPendingSnapshot(of: string): Promise<string> {
  faults.add({ service: 'ec2', kind: 'slow', milliseconds: 300_000, times: 1 });
  const { SnapshotId = '' } = await machine.disks.send(new CreateSnapshotCommand({ VolumeId: of }));
  return SnapshotId;
}

describe('a snapshot', () => {
  it('is returned at once, and described in the form of EC2', async () => {
    const created = await machine.disks.send(
      new CreateSnapshotCommand({ VolumeId: volumeId, Description: 'of one', ...tagSpecification('carol/one/1') }),
    );
    expect(created).toMatchObject({
      SnapshotId: expect.stringMatching(/^snap-0[0-9a-f]{16}$/),
      VolumeId: volumeId,
      State: 'pending',
      OwnerId: '000000000000',
      VolumeSize: 20,
      Description: 'of one',
      StartTime: expect.any(Date),
      Tags: [{ Key: 'sandbox', Value: 'carol/one/1' }],
    });

    const completed = await snapshotReaches(machine, created.SnapshotId ?? '', 'completed');

    expect(completed).toMatchObject({ Progress: '100%', Encrypted: true, CompletionTime: expect.any(Date) });
    expect(completed.StateMessage).toBeUndefined();
  });

  it('is found by owner, tag, volume and state', async () => {
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

  it('is deleted, also while it is pending', async () => {
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
    }, 'nothing to be left of them');
    await expect(access(join(machine.stateDirectory, 'snapshots', completed))).rejects.toThrow('ENOENT');
  });

  it('is refused above five pending ones of a volume', async () => {
    const id = await aVolume(machine, 'carol/eight/1');
    for (let count = 0; count < 5; count += 1) await aPendingSnapshot(id);

    const attempt = machine.disks.send(new CreateSnapshotCommand({ VolumeId: id }));

    await expect(attempt).rejects.toMatchObject({ name: 'ConcurrentSnapshotLimitExceeded' });
  });
});

import { mkdir, readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CreateSnapshotCommand, DeleteVolumeCommand } from '@aws-sdk/client-ec2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Faults } from '../../../../../infra/local/aws/faults.ts';
import { type Machine, startMachine, until } from '../ecs/local-ecs-server.ts';
import { describeVolume, diskOf, programsIn, runWithDisk, save, snapshotReaches, stop } from './disks.ts';

const faults = new Faults();
let machine: Machine;
let volumeId: string;
beforeAll(async () => {
  machine = await startMachine({ faults });
  const task = await runWithDisk(machine, 'finn/one/1');
  await programsIn(place('finn', 'one'), 1);
  volumeId = diskOf(await stop(machine, task)).volumeId;
});
afterAll(async () => {
  await machine[Symbol.asyncDispose]();
});

const place = (...parts: string[]) => join(machine.stateDirectory, 'workspaces', ...parts);

async function begin(of = volumeId): Promise<string> {
  const { SnapshotId = '' } = await machine.disks.send(new CreateSnapshotCommand({ VolumeId: of }));
  return SnapshotId;
}

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

  it('of a volume in use is made while the program continues', async () => {
    const task = await runWithDisk(machine, 'finn/two/1');
    const [pid] = await programsIn(place('finn', 'two'), 1);

    const snapshotId = await save(machine, diskOf(task).volumeId);

    await writeFile(place('finn', 'two', 'later'), 'not saved');
    const next = await runWithDisk(machine, 'finn/three/1', { snapshotId });
    expect((await programsIn(place('finn', 'three'), 2))[0]).toBe(pid);
    expect(await readdir(place('finn', 'three'))).toEqual(['pids']);
    await Promise.all([stop(machine, task), stop(machine, next)]);
  });

  it('ends although its end cannot be recorded, and no other snapshot starts then', async () => {
    // A folder in the place of the file that is written first.
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

const longName = 'd'.repeat(200);

/** A path that is as long as paths can be: the folder of a snapshot, whose own name is longer, has no room for it. */
function longestPathIn(folder: string): string {
  const longest = process.platform === 'linux' ? 4095 : 1023;
  let path = folder;
  while (path.length + longName.length < longest - 202) path = join(path, longName);
  return join(path, 'e'.repeat(longest - path.length - 1));
}

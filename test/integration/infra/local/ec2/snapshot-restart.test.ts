import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateSnapshotCommand, DeleteVolumeCommand } from '@aws-sdk/client-ec2';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Faults } from '../../../../../infra/local/aws/faults.ts';
import { startMachine, until } from '../ecs/local-ecs-server.ts';
import {
  describeVolume,
  diskOf,
  editRecord,
  isThere,
  programsIn,
  runWithDisk,
  snapshotReaches,
  stop,
} from './disks.ts';

let stateDirectory: string;
beforeEach(async () => {
  stateDirectory = await mkdtemp(join(tmpdir(), 'local-ec2-'));
});
afterEach(async () => {
  await rm(stateDirectory, { recursive: true, force: true, maxRetries: 3 });
});

const path = (...parts: string[]) => join(stateDirectory, ...parts);
const start = (faults = new Faults()) => startMachine({ stateDirectory, faults });
/** A machine that was halted while a snapshot was pending whose content was all there. */
async function haltedInSnapshot(ofLive = false) {
  const faults = new Faults();
  const before = await start(faults);
  const task = await runWithDisk(before, 'gus/one/1');
  await programsIn(path('workspaces', 'gus', 'one'), 1);
  const { volumeId } = diskOf(task);
  if (!ofLive) await stop(before, task);
  faults.add({ service: 'ec2', kind: 'slow', milliseconds: 300_000, times: 1 });
  const { SnapshotId = '' } = await before.disks.send(new CreateSnapshotCommand({ VolumeId: volumeId }));
  await until(() => isThere(path('snapshots', SnapshotId)), 'the copy');
  await before.halt();
  return { volumeId, snapshotId: SnapshotId };
}

const makeHalf = async (folder: string) => {
  await rename(folder, `${folder}.partial`);
  await writeFile(join(`${folder}.partial`, 'garbage'), 'half of something');
};

const saved = (snapshotId: string) => readdir(path('snapshots', snapshotId));

describe('a snapshot that was pending when the service ended', () => {
  it('continues when no file is missing', async () => {
    const { snapshotId } = await haltedInSnapshot();

    await using after = await start();

    await snapshotReaches(after, snapshotId, 'completed');
    expect(await saved(snapshotId)).toEqual(['pids']);
    expect(after.snapshotEvents).toMatchObject([{ result: 'succeeded' }]);
  });

  it('starts again when a part is missing', async () => {
    const { snapshotId } = await haltedInSnapshot();
    await makeHalf(path('snapshots', snapshotId));

    await using after = await start();

    await snapshotReaches(after, snapshotId, 'completed');
    expect(await saved(snapshotId)).toEqual(['pids']);
    expect(await readdir(path('snapshots'))).toEqual([snapshotId]);
  });

  it('fails when its volume was changed in the meantime', async () => {
    const { snapshotId } = await haltedInSnapshot(true);
    await makeHalf(path('snapshots', snapshotId));

    await using after = await start();

    const { StateMessage } = await snapshotReaches(after, snapshotId, 'error');
    expect(StateMessage).toContain('was stopped while the snapshot of a volume in use was made');
    expect(await readdir(path('snapshots'))).toEqual([]);
    expect(after.snapshotEvents).toMatchObject([{ result: 'failed' }]);
  });

  it('fails when its volume is gone, and never completes without its data', async () => {
    const { volumeId, snapshotId } = await haltedInSnapshot();
    await makeHalf(path('snapshots', snapshotId));
    await rm(path('volumes', volumeId), { recursive: true });

    await using after = await start();

    await snapshotReaches(after, snapshotId, 'error');
    expect(await describeVolume(after, volumeId)).toMatchObject({ State: 'error' });
    const attempt = after.disks.send(new CreateSnapshotCommand({ VolumeId: volumeId }));
    await expect(attempt).rejects.toMatchObject({ name: 'IncorrectState' });
    await after.disks.send(new DeleteVolumeCommand({ VolumeId: volumeId }));
  });

  it('completes although its volume is being deleted', async () => {
    const { volumeId, snapshotId } = await haltedInSnapshot();
    await makeHalf(path('snapshots', snapshotId));
    await editRecord(stateDirectory, ({ volumes: [volume = {}] }) => Object.assign(volume, { state: 'deleting' }));

    await using after = await start();

    await snapshotReaches(after, snapshotId, 'completed');
    expect(await saved(snapshotId)).toEqual(['pids']);
    await until(async () => !(await isThere(path('volumes', volumeId))), 'the end of the volume');
  });

  it('is announced after its end if that was not recorded', async () => {
    const { snapshotId } = await haltedInSnapshot();
    const between = await start();
    await snapshotReaches(between, snapshotId, 'completed');
    await between.halt();
    await editRecord(stateDirectory, ({ snapshots: [snapshot = {}] }) => Object.assign(snapshot, { announced: false }));

    await using after = await start();

    expect(after.snapshotEvents).toMatchObject([{ snapshot_id: `arn:aws:ec2::us-east-1:snapshot/${snapshotId}` }]);
    await after.halt();
    await using again = await start();
    expect(again.snapshotEvents).toEqual([]);
  });
});

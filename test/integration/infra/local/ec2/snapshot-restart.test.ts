import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CreateSnapshotCommand, DeleteVolumeCommand } from '@aws-sdk/client-ec2';
import { describe, expect, it } from 'vitest';
import { Faults } from '../../../../../infra/local/aws/faults.ts';
import { folderOfTest } from '../../../../support/temporary-folder.ts';
import { isThere, pidsIn, startMachine, until } from '../ecs/local-ecs-server.ts';
import { beginSnapshot, describeVolume, diskOf, editRecord, runWithDisk, snapshotReaches, stop } from './disks.ts';

const path = folderOfTest();
const start = (faults = new Faults()) => startMachine({ stateDirectory: path(), faults });

/** Halts a machine while a snapshot is pending whose content is already complete. */
async function haltedInSnapshot(ofLive = false) {
  const faults = new Faults();
  const before = await start(faults);
  const task = await runWithDisk(before, 'gus/one/1');
  await pidsIn(path('workspaces', 'gus', 'one'), 1);
  const { volumeId } = diskOf(task);
  if (!ofLive) await stop(before, task);
  faults.add({ service: 'ec2', kind: 'slow', milliseconds: 300_000, times: 1 });
  const snapshotId = await beginSnapshot(before, volumeId);
  await until(() => isThere(path('snapshots', snapshotId)), 'the copy');
  await before.halt();
  return { volumeId, snapshotId };
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
    await editRecord(path(), ({ volumes: [volume = {}] }) => Object.assign(volume, { state: 'deleting' }));

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
    await editRecord(path(), ({ snapshots: [snapshot = {}] }) => Object.assign(snapshot, { announced: false }));

    await using after = await start();

    expect(after.snapshotEvents).toMatchObject([{ snapshot_id: `arn:aws:ec2::us-east-1:snapshot/${snapshotId}` }]);
    await after.halt();
    await using again = await start();
    expect(again.snapshotEvents).toEqual([]);
  });
});

import { once } from 'node:events';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Faults } from '../../../../../infra/local/aws/faults.ts';
import { folderOfTest } from '../../../../support/temporary-folder.ts';
import { isRunning, isThere, type Machine, pidsIn, spawnScript, startMachine } from '../ecs/local-ecs-server.ts';
import { aDisk, describeSnapshot, describeVolume, diskOf, editRecord, runWithDisk, save, stop } from './disks.ts';

const path = folderOfTest();
const start = (faults = new Faults()) => startMachine({ stateDirectory: path(), faults });

describe('a restarted task with a volume', () => {
  const workspace = () => path('workspaces', 'hal', 'one');

  async function halted(): Promise<{ volumeId: string; home: string }> {
    const before = await start();
    const task = await runWithDisk(before, 'hal/one/1');
    await pidsIn(workspace(), 1);
    await before.halt();
    const { volumeId } = diskOf(task);
    return { volumeId, home: path('volumes', volumeId) };
  }

  async function goesOn(after: Machine, volumeId: string): Promise<void> {
    await pidsIn(workspace(), 2);
    expect(await readdir(workspace())).toEqual(['pids']);
    const [task] = after.ecs.inventory();
    expect(task).toMatchObject({ volume_id: volumeId, last_status: 'RUNNING' });
    const { volumes } = await after.ec2.inventory();
    expect(volumes).toMatchObject([{ id: volumeId, state: 'in-use', path: workspace() }]);
    await stop(after, { taskArn: task?.id });
    expect(await readdir(path('volumes', volumeId))).toEqual(['pids']);
  }

  it('continues with the volume after a restart', async () => {
    const { volumeId } = await halted();

    await using after = await start();

    await goesOn(after, volumeId);
  });

  it('continues with the volume when its mount was recorded but not made', async () => {
    const { volumeId, home } = await halted();
    await rename(workspace(), home);
    await mkdir(workspace());
    await writeFile(join(workspace(), 'stray'), 'not part of the volume');

    await using after = await start();

    await goesOn(after, volumeId);
  });

  it('continues with a volume that was being filled', async () => {
    const { volumeId, home } = await halted();
    // As if half of a snapshot had been copied.
    const snapshotId = 'snap-0123456789abcdef0';
    await cp(workspace(), path('snapshots', snapshotId), { recursive: true });
    await rename(workspace(), `${home}.partial`);
    await writeFile(join(`${home}.partial`, 'garbage'), '');
    await editRecord(path(), ({ volumes: [volume = {}], snapshots }) => {
      Object.assign(volume, { state: 'creating', workspace: undefined, snapshotId });
      const { sizeGibibytes: volumeSizeGibibytes, filesystemType, encrypted } = volume;
      const size = { volumeSizeGibibytes, filesystemType, encrypted };
      const rest = { description: '', startedAt: 1, tags: [], ofLiveVolume: false, announced: true };
      snapshots.push({ id: snapshotId, volumeId, ...size, state: 'completed', ...rest });
    });

    await using after = await start();

    await pidsIn(workspace(), 2);
    expect(await readdir(workspace())).toEqual(['pids']);
    expect(await readdir(path('volumes'))).toEqual([]);
    expect(await describeVolume(after, volumeId)).toMatchObject({ State: 'in-use', SnapshotId: snapshotId });
  });

  it('leaves the volume whole when the service ended during its stop', async () => {
    const { volumeId, home } = await halted();
    const file = path('ecs', 'tasks.json');
    const tasks = JSON.parse(await readFile(file, 'utf8'));
    const ended = { desiredStatus: 'STOPPED', lastStatus: 'DEPROVISIONING', stopCode: 'UserInitiated' };
    Object.assign(tasks.tasks[0], ended, { process: undefined });
    await writeFile(file, JSON.stringify(tasks));
    // The folder was moved back, but this was not recorded.
    await rename(workspace(), home);

    await using after = await start();

    const stopped = await after.reaches({ taskArn: tasks.tasks[0].arn }, 'STOPPED');
    expect(diskOf(stopped).status).toBe('DETACHED');
    expect(await describeVolume(after, volumeId)).toMatchObject({ State: 'available' });
    expect(await readdir(home)).toEqual(['pids']);
  });

  it('leaves the volume when no record of the task is left', async () => {
    const { volumeId, home } = await halted();
    await writeFile(path('ecs', 'tasks.json'), '{"format":1,"tasks":[],"tokens":[]}');

    await using after = await start();

    expect(await describeVolume(after, volumeId)).toMatchObject({ State: 'available', Attachments: [] });
    expect(await readdir(home)).toEqual(['pids']);
  });

  it('never continues with an empty volume when the content is gone', async () => {
    const { volumeId } = await halted();
    await rm(workspace(), { recursive: true });

    await using after = await start();
    const [task] = after.ecs.inventory();
    const stopped = await after.reaches({ taskArn: task?.id }, 'STOPPED');

    expect(stopped.stoppedReason).toBe(
      `CannotCreateVolumeError: ECS was unable to create the EBS volume. The content of ${volumeId} is missing.`,
    );
    expect(await describeVolume(after, volumeId)).toMatchObject({ State: 'error' });
    expect(await isThere(workspace())).toBe(false);
  });

  it('is adopted with its volume after the service was killed', async () => {
    const { child } = await spawnScript('service.ts', path(), 'acs-keeper', 'hal/one/1', JSON.stringify(aDisk()));
    const [pid = 0] = await pidsIn(workspace(), 1);
    child.kill('SIGKILL');
    await once(child, 'exit');

    await using after = await start();
    const [task] = after.ecs.inventory();
    expect(await isRunning(pid)).toBe(true);
    const stopped = await stop(after, { taskArn: task?.id });

    expect(await isRunning(pid)).toBe(false);
    const snapshotId = await save(after, diskOf(stopped).volumeId);
    await runWithDisk(after, 'hal/one/2', { snapshotId });
    expect((await pidsIn(workspace(), 2))[0]).toBe(pid);
  });
});

describe('a folder that belongs to no volume', () => {
  it('is moved aside when a volume is mounted in its place', async () => {
    await mkdir(path('workspaces', 'ida', 'two'), { recursive: true });
    await writeFile(path('workspaces', 'ida', 'two', 'notes'), 'of two');
    await using after = await start();
    const stopped = await stop(after, await runWithDisk(after, 'ida/other/1'));
    const snapshotId = await save(after, diskOf(stopped).volumeId);

    const task = await after.run('acs-keeper', { startedBy: 'ida/two/1', ...aDisk({ snapshotId }) });
    await after.reaches(task, 'RUNNING');
    await pidsIn(path('workspaces', 'ida', 'two'), 1);

    expect(await isThere(path('workspaces', 'ida', 'two', 'notes'))).toBe(false);
    const [aside = ''] = await readdir(path('workspaces', '.aside'));
    expect(await readFile(path('workspaces', '.aside', aside, 'notes'), 'utf8')).toBe('of two');
  });
});

describe('the record of volumes and snapshots', () => {
  it('keeps everything over a restart', async () => {
    const before = await start();
    const stopped = await stop(before, await runWithDisk(before, 'jan/one/1'));
    const snapshotId = await save(before, diskOf(stopped).volumeId);
    const look = async (machine: Machine) => [
      await describeVolume(machine, diskOf(stopped).volumeId),
      await describeSnapshot(machine, snapshotId),
      await machine.ec2.inventory(),
    ];
    const [volume, snapshot, inventory] = await look(before);
    await before.halt();

    await using after = await start();

    const strip = (value: unknown) =>
      JSON.parse(JSON.stringify(value, (key, part) => (key === '$metadata' ? 0 : part)));
    expect(strip(await look(after))).toEqual(strip([volume, snapshot, inventory]));
  });

  it('is named in the error when it cannot be read, and not overwritten', async () => {
    const before = await start();
    await before.halt();
    const file = path('ec2', 'resources.json');
    await writeFile(file, '{"format":1,');

    await expect(start()).rejects.toThrow(file);
    expect(await readFile(file, 'utf8')).toBe('{"format":1,');
  });
});

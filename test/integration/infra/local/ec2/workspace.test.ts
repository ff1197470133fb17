import { chmod, lstat, mkdir, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DeleteSnapshotCommand } from '@aws-sdk/client-ec2';
import { RunTaskCommand } from '@aws-sdk/client-ecs';
import { describe, expect, it } from 'vitest';
import { cluster, isRunning, isThere, pidsIn, until, useMachine } from '../ecs/local-ecs-server.ts';
import { aDisk, describeVolume, diskOf, runWithDisk, save, stop, waitUntilGone } from './disks.ts';

const machine = await useMachine();

describe('a workspace', () => {
  it('continues from a snapshot unchanged, at the same path', async () => {
    const path = machine.workspace('ada', 'one');
    const one = await runWithDisk(machine, 'ada/one/1');
    await pidsIn(path, 1);
    await writeFile(join(path, 'notes'), 'first');
    await writeFile(join(path, 'tool'), '#!/bin/sh\n');
    await chmod(join(path, 'tool'), 0o711);
    await symlink(join(path, 'notes'), join(path, 'link'));
    await mkdir(join(path, 'deep', 'empty'), { recursive: true });
    const { mtimeMs } = await lstat(join(path, 'notes'));
    const stopped = await stop(machine, one);
    const snapshotId = await save(machine, diskOf(stopped).volumeId);

    const two = await runWithDisk(machine, 'ada/one/2', { snapshotId, sizeInGiB: undefined });

    expect(await readFile(await readlink(join(path, 'link')), 'utf8')).toBe('first');
    expect((await lstat(join(path, 'tool'))).mode & 0o777).toBe(0o711);
    expect((await lstat(join(path, 'notes'))).mtimeMs).toBeCloseTo(mtimeMs, 1);
    expect(await readdir(join(path, 'deep'))).toEqual(['empty']);
    await pidsIn(path, 2);
    expect(diskOf(two).volumeId).not.toBe(diskOf(one).volumeId);
    expect(await describeVolume(machine, diskOf(two).volumeId)).toMatchObject({ SnapshotId: snapshotId, Size: 20 });
  });

  it('is the content of its volume, and its path does not exist without a task', async () => {
    const task = await runWithDisk(machine, 'ada/two/1');
    await pidsIn(machine.workspace('ada', 'two'), 1);

    const stopped = await stop(machine, task);

    const home = join(machine.stateDirectory, 'volumes', diskOf(stopped).volumeId);
    expect(await readdir(home)).toEqual(['pids']);
    expect(await isThere(machine.workspace('ada', 'two'))).toBe(false);
  });

  it('is empty for a new volume, whatever the sandbox had before', async () => {
    const task = await runWithDisk(machine, 'ada/three/1');
    await pidsIn(machine.workspace('ada', 'three'), 1);
    await writeFile(machine.workspace('ada', 'three', 'notes'), 'first');
    await stop(machine, task);

    await runWithDisk(machine, 'ada/three/2');
    await pidsIn(machine.workspace('ada', 'three'), 1);

    expect(await readdir(machine.workspace('ada', 'three'))).toEqual(['pids']);
  });

  it('is deleted with its task by default', async () => {
    const task = await runWithDisk(machine, 'ada/four/1', { terminationPolicy: undefined });
    await pidsIn(machine.workspace('ada', 'four'), 1);

    const stopped = await stop(machine, task);

    const { volumeId, status, details } = diskOf(stopped);
    expect([status, details.deleteOnTermination]).toEqual(['DELETED', 'true']);
    await waitUntilGone(machine, volumeId);
    expect(await isThere(join(machine.stateDirectory, 'volumes', volumeId))).toBe(false);
  });

  it('keeps its files when its program is killed', async () => {
    const task = await runWithDisk(machine, 'ada/five/1');
    const [pid = 0] = await pidsIn(machine.workspace('ada', 'five'), 1);

    process.kill(pid, 'SIGKILL');
    const stopped = await machine.reaches(task, 'STOPPED');

    const home = join(machine.stateDirectory, 'volumes', diskOf(stopped).volumeId);
    expect(await readFile(join(home, 'pids'), 'utf8')).toBe(`${pid}\n`);
    expect(await describeVolume(machine, diskOf(stopped).volumeId)).toMatchObject({ State: 'available' });
  });

  it('becomes an empty volume when its program deletes the directory', async () => {
    const task = await runWithDisk(machine, 'ada/six/1');
    await pidsIn(machine.workspace('ada', 'six'), 1);
    await rm(machine.workspace('ada', 'six'), { recursive: true });

    const stopped = await stop(machine, task);

    expect(await readdir(join(machine.stateDirectory, 'volumes', diskOf(stopped).volumeId))).toEqual([]);
  });

  it('does not follow a link that its program puts in its place', async () => {
    const task = await runWithDisk(machine, 'ada/seven/1');
    await pidsIn(machine.workspace('ada', 'seven'), 1);
    await rm(machine.workspace('ada', 'seven'), { recursive: true });
    await symlink('/etc', machine.workspace('ada', 'seven'));

    const stopped = await stop(machine, task);

    expect(await readdir(join(machine.stateDirectory, 'volumes', diskOf(stopped).volumeId))).toEqual([]);
    expect(await isThere(machine.workspace('ada', 'seven'))).toBe(false);
  });

  it('excludes foreign files at its path, and preserves them', async () => {
    await mkdir(machine.workspace('ada', 'eight'), { recursive: true });
    await writeFile(machine.workspace('ada', 'eight', 'stray'), 'foreign');

    await runWithDisk(machine, 'ada/eight/1');
    await pidsIn(machine.workspace('ada', 'eight'), 1);

    expect(await readdir(machine.workspace('ada', 'eight'))).toEqual(['pids']);
    const aside = (await readdir(machine.workspace('.aside'))).find((name) => name.startsWith('ada.eight.')) ?? '';
    expect(await readFile(machine.workspace('.aside', aside, 'stray'), 'utf8')).toBe('foreign');
  });

  it('is complete although its snapshot is deleted at once', async () => {
    const stopped = await stop(machine, await runWithDisk(machine, 'ada/nine/1'));
    const snapshotId = await save(machine, diskOf(stopped).volumeId);
    const task = await machine.run('acs-keeper', { startedBy: 'ada/nine/2', ...aDisk({ snapshotId }) });
    await until(async () => diskOf(await machine.describe(task)).volumeId || undefined, 'the volume');

    await machine.disks.send(new DeleteSnapshotCommand({ SnapshotId: snapshotId }));

    await machine.reaches(task, 'RUNNING');
    await until(async () => !(await isThere(join(machine.stateDirectory, 'snapshots', snapshotId))), 'its end');
  });
});

describe('two tasks of one sandbox', () => {
  it('work at separate paths and never mix', async () => {
    const old = await runWithDisk(machine, 'bob/one/1');
    const next = await runWithDisk(machine, 'bob/one/2');
    const beside = machine.workspace('bob', `one.${next.taskArn?.split('/').at(-1)}`);
    const [[oldPid = 0], [nextPid = 0]] = await Promise.all([
      pidsIn(machine.workspace('bob', 'one'), 1),
      pidsIn(beside, 1),
    ]);
    expect(oldPid).not.toBe(nextPid);

    const stopped = await stop(machine, old);
    expect(await isRunning(nextPid)).toBe(true);
    const third = await runWithDisk(machine, 'bob/one/3', {
      snapshotId: await save(machine, diskOf(stopped).volumeId),
    });

    expect((await pidsIn(machine.workspace('bob', 'one'), 2))[0]).toBe(oldPid);
    expect(await readFile(join(beside, 'pids'), 'utf8')).toBe(`${nextPid}\n`);
    await Promise.all([stop(machine, next), stop(machine, third)]);
  });

  it('work at separate paths when they start at the same moment', async () => {
    const tasks = await Promise.all([1, 2].map((generation) => runWithDisk(machine, `bob/two/${generation}`)));
    await pidsIn(machine.workspace('bob', 'two'), 1);
    const places = (await readdir(machine.workspace('bob'))).filter((name) => name.startsWith('two'));

    expect(places).toHaveLength(2);
    const volumes = await Promise.all(tasks.map((task) => stop(machine, task)));
    expect(new Set(volumes.map((task) => diskOf(task).volumeId)).size).toBe(2);
    expect((await readdir(machine.workspace('bob'))).filter((name) => name.startsWith('two'))).toEqual([]);
  });
});

describe('a workspace without a volume', () => {
  it('is the same for every generation of a sandbox', async () => {
    const path = machine.workspace('fay', 'one');
    const old = await machine.run('acs-agent', { startedBy: 'fay/one/1' });
    await pidsIn(path, 1);
    await stop(machine, old);

    await machine.run('acs-agent', { startedBy: 'fay/one/2' });

    expect(new Set(await pidsIn(path, 2)).size).toBe(2);
  });

  it('is separate for a task without a sandbox', async () => {
    const { tasks = [] } = await machine.client.send(
      new RunTaskCommand({ cluster, taskDefinition: 'acs-agent', count: 2 }),
    );

    for (const { taskArn } of tasks) await pidsIn(machine.workspace('.tasks', taskArn?.split('/').at(-1) ?? ''), 1);
  });
});

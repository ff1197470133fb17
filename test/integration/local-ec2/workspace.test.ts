import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Machine, startMachine } from '../local-ecs/local-ecs-server.ts';
import { describeVolume, diskOf, programsIn, runWithDisk, save, stop } from './disks.ts';

let machine: Machine;
beforeAll(async () => {
  machine = await startMachine();
});
afterAll(async () => {
  await machine[Symbol.asyncDispose]();
});

describe('a workspace', () => {
  it('goes on from a snapshot as it was', async () => {
    const path = join(machine.stateDirectory, 'workspaces', 'ada', 'one');
    const one = await runWithDisk(machine, 'ada/one/1');
    await programsIn(path, 1);
    await writeFile(join(path, 'notes'), 'first');
    const stopped = await stop(machine, one);
    const snapshotId = await save(machine, diskOf(stopped).volumeId);

    const two = await runWithDisk(machine, 'ada/one/2', { snapshotId, sizeInGiB: undefined });

    expect(await readFile(join(path, 'notes'), 'utf8')).toBe('first');
    expect(diskOf(two).volumeId).not.toBe(diskOf(one).volumeId);
    expect(await describeVolume(machine, diskOf(two).volumeId)).toMatchObject({ SnapshotId: snapshotId, Size: 20 });
    await programsIn(path, 2);
  });
});

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Task } from '@aws-sdk/client-ecs';
import { describe, expect, it } from 'vitest';
import { aDisk, diskOf } from '../ec2/disks.ts';
import { first, isThere, pidsIn, startMachine, until, useMachine } from './local-ecs-server.ts';

const machine = await useMachine();

const idOf = (task: Task) => task.taskArn?.split('/').at(-1) ?? '';

async function running(family: 'acs-stubborn' | 'acs-polite' | 'acs-deaf', startedBy: string): Promise<Task> {
  const task = await machine.run(family, { startedBy, tags: [{ key: 'a', value: 'b' }] });
  const sandbox = startedBy.split('/').slice(0, 2);
  await until(() => isThere(machine.workspace(...sandbox, 'ready')), 'the program');
  // The program can start before the task is RUNNING.
  await machine.reaches(task, 'RUNNING');
  return task;
}

const eventsOf = (task: Task) => machine.events.filter(({ taskArn }) => taskArn === task.taskArn);

describe('a task that AWS ends', () => {
  it('receives SIGTERM when its host is retired', async () => {
    const task = await running('acs-polite', 'kim/one/1');

    await machine.ecs.endTask(idOf(task), 'retirement');
    const stopped = await machine.reaches(task, 'STOPPED');

    expect(stopped).toMatchObject({
      stopCode: 'TerminationNotice',
      stoppedReason: 'ECS is performing maintenance on the underlying infrastructure hosting the task.',
      tags: [],
    });
    expect(first(stopped.containers).exitCode).toBe(0);
  });

  it('is marked as interrupted while it runs, and killed after its StopTimeout', async () => {
    const task = await running('acs-stubborn', 'kim/two/1');

    await machine.ecs.endTask(idOf(task), 'spot-interruption');
    const stopped = await machine.reaches(task, 'STOPPED');

    const notice = { stopCode: 'SpotInterruption', stoppedReason: 'Your Spot Task was interrupted.' };
    expect(stopped).toMatchObject(notice);
    expect(eventsOf(task)).toContainEqual(
      expect.objectContaining({ ...notice, lastStatus: 'RUNNING', desiredStatus: 'STOPPED' }),
    );
    expect(first(stopped.containers).exitCode).toBe(137);
    expect(Number(stopped.stoppedAt) - Number(stopped.stoppingAt)).toBeGreaterThanOrEqual(1000);
  });

  it('ends at once without an exit code when its host fails', async () => {
    const task = await running('acs-deaf', 'kim/three/1');

    await machine.ecs.endTask(idOf(task), 'host-failure');
    const stopped = await machine.reaches(task, 'STOPPED');

    expect(stopped).toMatchObject({ stopCode: 'InfrastructureHealth', desiredStatus: 'STOPPED' });
    expect(first(stopped.containers).exitCode).toBeUndefined();
    expect(Number(stopped.stoppedAt) - Number(stopped.stoppingAt)).toBeLessThan(60_000);
  });

  it.each(['retirement', 'spot-interruption', 'host-failure'] as const)(
    'can stop before its program runs: %s',
    async (how) => {
      await using slow = await startMachine({ startDelayMilliseconds: 60_000 });
      const task = await slow.run('acs-keeper', { startedBy: 'kim/four/1', ...aDisk() });
      await slow.reaches(task, 'PENDING');

      await slow.ecs.endTask(idOf(task), how);
      const stopped = await slow.reaches(task, 'STOPPED');

      expect(stopped.startedAt).toBeUndefined();
      expect(diskOf(stopped).status).toBe('DETACHED');
    },
  );
});

describe('a task whose program ends', () => {
  it('stops with an out-of-memory reason', async () => {
    const task = await running('acs-stubborn', 'kim/five/1');

    await machine.ecs.endTask(idOf(task), 'out-of-memory');
    const stopped = await machine.reaches(task, 'STOPPED');

    expect(stopped).toMatchObject({
      stopCode: 'EssentialContainerExited',
      stoppedReason: 'Essential container in task exited',
      containers: [{ exitCode: 137, reason: 'OutOfMemoryError: Container killed due to memory usage' }],
    });
    expect(eventsOf(task).at(-1)).toMatchObject({ containers: [{ exitCode: 137, reason: expect.any(String) }] });
  });

  it('keeps its volume unchanged after a crash', async () => {
    const task = await machine.run('acs-keeper', { startedBy: 'kim/six/1', ...aDisk() });
    await pidsIn(machine.workspace('kim/six'), 1);
    await machine.reaches(task, 'RUNNING');

    await machine.ecs.endTask(idOf(task), 'agent-crash');
    const stopped = await machine.reaches(task, 'STOPPED');

    expect(stopped).toMatchObject({ stopCode: 'EssentialContainerExited', containers: [{ exitCode: 137 }] });
    expect(first(stopped.containers).reason).toBeUndefined();
    const volume = join(machine.stateDirectory, 'volumes', diskOf(stopped).volumeId);
    expect(await readFile(join(volume, 'pids'), 'utf8')).toMatch(/^\d+\n$/);
  });

  it('cannot crash before it runs', async () => {
    await using slow = await startMachine({ startDelayMilliseconds: 60_000 });
    const task = await slow.run('acs-waits', { startedBy: 'kim/seven/1' });

    for (const how of ['agent-crash', 'out-of-memory'] as const) {
      await expect(slow.ecs.endTask(idOf(task), how)).rejects.toThrow('The program of the task does not run yet.');
    }
  });
});

it('the control path ends only a task that should run', async () => {
  const task = await machine.run('acs-exits', { startedBy: 'kim/eight/1' });
  await machine.reaches(task, 'STOPPED');

  await expect(machine.ecs.endTask(idOf(task), 'retirement')).rejects.toThrow('No such task runs.');
  await expect(machine.ecs.endTask('f'.repeat(32), 'agent-crash')).rejects.toThrow('No such task runs.');
});

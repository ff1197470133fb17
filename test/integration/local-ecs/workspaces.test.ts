import { access, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RunTaskCommand, StopTaskCommand } from '@aws-sdk/client-ecs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cluster, type Machine, startMachine, until } from './local-ecs-server.ts';

let machine: Machine;
beforeAll(async () => {
  machine = await startMachine();
});
afterAll(async () => {
  await machine[Symbol.asyncDispose]();
});

const path = (...parts: string[]) => join(machine.stateDirectory, 'workspaces', ...parts);
const exists = (file: string) =>
  access(file)
    .then(() => true)
    .catch(() => false);

describe('a workspace', () => {
  it('is the same for every generation of a sandbox', async () => {
    const old = await machine.run('acs-agent', { startedBy: 'fay/one/1' });
    await until(() => exists(path('fay', 'one', 'pids')), 'the first generation');
    await machine.client.send(new StopTaskCommand({ cluster, task: old.taskArn }));
    await machine.reaches(old, 'STOPPED');

    await machine.run('acs-agent', { startedBy: 'fay/one/2' });

    const pids = await until(async () => {
      const lines = (await readFile(path('fay', 'one', 'pids'), 'utf8')).trim().split('\n');
      return lines.length === 2 ? lines : undefined;
    }, 'the second generation');
    expect(new Set(pids).size).toBe(2);
  });

  it('is deleted with what is in it, once its task has ended', async () => {
    const task = await machine.run('acs-agent', { startedBy: 'fay/two/1' });
    await machine.run('acs-agent', { startedBy: 'fay/three/1' });
    await until(() => exists(path('fay', 'two', 'pids')), 'the task');
    await until(() => exists(path('fay', 'three', 'pids')), 'the other task');

    const deleted = machine.ecs.deleteWorkspace('fay/two');
    await machine.client.send(new StopTaskCommand({ cluster, task: task.taskArn }));
    await deleted;

    expect(await machine.describe(task)).toMatchObject({ lastStatus: 'STOPPED' });
    expect(await exists(path('fay', 'two'))).toBe(false);
    expect(await exists(path('fay', 'three', 'pids'))).toBe(true);
    await machine.ecs.deleteWorkspace('fay/two');
  });

  it.each([
    '..',
    '../..',
    'fay/..',
    '../ecs',
    'fay',
    '',
    '/',
    '/fay/one',
    'fay/one/../..',
    'fay//one',
    '.tasks/..',
    'fay/./one',
  ])('is never found by %o', async (name) => {
    await expect(machine.ecs.deleteWorkspace(name)).rejects.toBeInstanceOf(RangeError);
  });

  it('is not deleted through a link that leads elsewhere', async () => {
    const precious = join(machine.stateDirectory, 'elsewhere', 'one');
    await mkdir(precious, { recursive: true });
    await writeFile(join(precious, 'file'), 'precious');
    await mkdir(path(), { recursive: true });
    await symlink(join(machine.stateDirectory, 'elsewhere'), path('linked'));

    await expect(machine.ecs.deleteWorkspace('linked/one')).rejects.toThrow('outside');

    expect(await readFile(join(precious, 'file'), 'utf8')).toBe('precious');
  });

  it('of a task that no sandbox started is its own', async () => {
    const { tasks = [] } = await machine.client.send(
      new RunTaskCommand({ cluster, taskDefinition: 'acs-agent', count: 2 }),
    );

    for (const { taskArn } of tasks) {
      const file = path('.tasks', taskArn?.split('/').at(-1) ?? '', 'pids');
      await until(() => exists(file), file);
    }
  });
});

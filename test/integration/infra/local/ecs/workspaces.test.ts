import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RunTaskCommand, StopTaskCommand } from '@aws-sdk/client-ecs';
import { describe, expect, it } from 'vitest';
import { cluster, until, useMachine } from './local-ecs-server.ts';

const machine = await useMachine();

const path = (...parts: string[]) => join(machine.stateDirectory, 'workspaces', ...parts);
const exists = (file: string) =>
  access(file)
    .then(() => true)
    .catch(() => false);

describe('a workspace without a volume', () => {
  it('is the same for every generation of a sandbox', async () => {
    const old = await machine.run('acs-agent', { startedBy: 'fay/one/1' });
    const first = () => readFile(path('fay', 'one', 'pids'), 'utf8').catch(() => '');
    await until(async () => (await first()) !== '', 'the first generation');
    await machine.client.send(new StopTaskCommand({ cluster, task: old.taskArn }));
    await machine.reaches(old, 'STOPPED');

    await machine.run('acs-agent', { startedBy: 'fay/one/2' });

    const pids = await until(async () => {
      const lines = (await readFile(path('fay', 'one', 'pids'), 'utf8')).trim().split('\n');
      return lines.length === 2 ? lines : undefined;
    }, 'the second generation');
    expect(new Set(pids).size).toBe(2);
  });

  it('is separate for a task without a sandbox', async () => {
    const { tasks = [] } = await machine.client.send(
      new RunTaskCommand({ cluster, taskDefinition: 'acs-agent', count: 2 }),
    );

    for (const { taskArn } of tasks) {
      const file = path('.tasks', taskArn?.split('/').at(-1) ?? '', 'pids');
      await until(() => exists(file), file);
    }
  });
});

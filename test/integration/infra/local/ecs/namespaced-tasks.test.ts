import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StopTaskCommand, type Task } from '@aws-sdk/client-ecs';
import { describe, expect, it } from 'vitest';
import { adoptTaskProcess } from '../../../../../infra/local/ecs/task-process.ts';
import type { TaskRecord } from '../../../../../infra/local/ecs/task-record.ts';
import type { Namespaces } from '../../../../../infra/local/namespaces/namespaces.ts';
import { availableTools, requireNamespaces } from '../namespaces/available.ts';
import { cluster, first, isRunning, type Machine, startMachine, until } from './local-ecs-server.ts';

const owner = 'lea/one';

async function withMachine(tool: Namespaces['tool'], use: (machine: Machine) => Promise<void>): Promise<void> {
  await using machine = await startMachine({ namespaces: await requireNamespaces('/nowhere', tool) });
  await use(machine);
}

const written = (machine: Machine, name: string) =>
  until(
    async () =>
      (await readFile(join(machine.stateDirectory, 'workspaces', owner, name), 'utf8').catch(() => '')) || undefined,
    name,
  );

const present = (machine: Machine, name: string) =>
  until(
    () =>
      readFile(join(machine.stateDirectory, 'workspaces', owner, name)).then(
        () => true,
        () => false,
      ),
    name,
  );

async function processOf(machine: Machine, { taskArn }: Task): Promise<NonNullable<TaskRecord['process']>> {
  const { tasks } = JSON.parse(await readFile(join(machine.stateDirectory, 'ecs/tasks.json'), 'utf8'));
  return tasks.find(({ arn }: TaskRecord) => arn === taskArn).process;
}

const stop = (machine: Machine, { taskArn }: Task) =>
  machine.client.send(new StopTaskCommand({ cluster, task: taskArn }));

describe.each(await availableTools())('a task in namespaces made by %s', (tool) => {
  it('listens on the ports of this machine, with the environment of its definition', () =>
    withMachine(tool, async (machine) => {
      const task = await machine.run('acs-agent', { startedBy: `${owner}/1` });
      const running = await machine.reaches(task, 'RUNNING');
      const [port] = (first(running.containers).networkBindings ?? []).map(({ hostPort }) => hostPort);
      const answer = await until(
        () => fetch(`http://127.0.0.1:${port}/`).catch(() => undefined),
        'the agent to listen',
      );

      expect(Number(await answer.text())).toBeLessThan(1000);
      const { environment, directory } = JSON.parse(await written(machine, 'seen.json'));
      expect(environment).toEqual({
        ...{ PATH: process.env.PATH, HOME: directory },
        ...{ FROM_DEFINITION: 'definition', OVERRIDDEN: 'definition' },
      });
      expect(directory).toBe(join(machine.stateDirectory, 'workspaces', owner));
    }));

  it.each([
    ['polite', 0],
    ['parent', 143],
    ['stubborn', 137],
    ['exits', 3],
  ])('reports how %s ended, as a task without them does', (family, exitCode) =>
    withMachine(tool, async (machine) => {
      const task = await machine.run(`acs-${family}`, { startedBy: `${owner}/1` });
      if (family !== 'exits') {
        await present(machine, family === 'parent' ? 'children.json' : 'ready');
        await stop(machine, task);
      }

      const stopped = await machine.reaches(task, 'STOPPED');

      expect(first(stopped.containers).exitCode).toBe(exitCode);
    }),
  );

  it('goes on when the service is killed; the next one finds it, and its end leaves nothing', () =>
    withMachine(tool, async (machine) => {
      const task = await machine.run('acs-polite', { startedBy: `${owner}/1` });
      await present(machine, 'ready');
      const identity = await processOf(machine, task);

      const adopted = await adoptTaskProcess(identity);
      adopted?.terminate(60_000);
      await adopted?.exited;

      expect(identity.namespaced).toBe(true);
      expect(await isRunning(identity.pid)).toBe(false);
      expect(first((await machine.reaches(task, 'STOPPED')).containers).exitCode).toBe(0);
    }));

  it('ends with all that runs in it when its keeper is killed', () =>
    withMachine(tool, async (machine) => {
      const task = await machine.run('acs-agent', { startedBy: `${owner}/1` });
      await written(machine, 'seen.json');
      const running = await machine.describe(task);
      const [port] = (first(running.containers).networkBindings ?? []).map(({ hostPort }) => hostPort);
      const { pid } = await processOf(machine, task);
      process.kill(pid, 'SIGKILL');

      expect(first((await machine.reaches(task, 'STOPPED')).containers).exitCode).toBe(137);
      const isGone = () =>
        fetch(`http://127.0.0.1:${port}/`).then(
          () => false,
          () => true,
        );
      await until(isGone, 'the agent to be gone');
    }));
});

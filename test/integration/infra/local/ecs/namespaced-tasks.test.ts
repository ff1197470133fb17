import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import type { Task } from '@aws-sdk/client-ecs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { adoptTaskProcess } from '../../../../../infra/local/ecs/task-process.ts';
import type { TaskRecord } from '../../../../../infra/local/ecs/task-record.ts';
import type { Namespaces } from '../../../../../infra/local/namespaces/namespaces.ts';
import { availableTools, requireNamespaces } from '../namespaces/available.ts';
import { contentOf, first, isRunning, isThere, type Machine, startMachine, until } from './local-ecs-server.ts';

const owner = 'lea/one';

async function withMachine(tool: Namespaces['tool'], use: (machine: Machine) => Promise<void>): Promise<void> {
  await using machine = await startMachine({ namespaces: await requireNamespaces('/nowhere', tool) });
  await use(machine);
}

const present = (machine: Machine, name: string) => until(() => isThere(machine.workspace(owner, name)), name);

async function processOf(machine: Machine, { taskArn }: Task): Promise<NonNullable<TaskRecord['process']>> {
  const { tasks } = JSON.parse(await readFile(join(machine.stateDirectory, 'ecs/tasks.json'), 'utf8'));
  return tasks.find(({ arn }: TaskRecord) => arn === taskArn).process;
}

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
      const { environment, directory } = JSON.parse(await contentOf(machine.workspace(owner, 'seen.json')));
      expect(environment).toEqual({
        ...{ PATH: process.env.PATH, HOME: directory },
        ...{ FROM_DEFINITION: 'definition', OVERRIDDEN: 'definition' },
      });
      expect(directory).toBe(machine.workspace(owner));
    }));

  it.each([
    ['polite', 0],
    ['parent', 143],
    ['stubborn', 137],
    ['exits', 3],
  ])('reports how %s ended, like a task without namespaces', (family, exitCode) =>
    withMachine(tool, async (machine) => {
      const task = await machine.run(`acs-${family}`, { startedBy: `${owner}/1` });
      if (family !== 'exits') {
        await present(machine, family === 'parent' ? 'children.json' : 'ready');
        await machine.stop(task);
      }

      const stopped = await machine.reaches(task, 'STOPPED');

      expect(first(stopped.containers).exitCode).toBe(exitCode);
    }),
  );

  it('is reached only at its own listener, and not while another program has taken its port', () =>
    withMachine(tool, async (machine) => {
      const [agent, silent] = await Promise.all(
        ['acs-agent', 'acs-waits'].map((family, index) => machine.run(family, { startedBy: `lea/${index}/1` })),
      );
      if (!agent || !silent) throw new Error('two tasks have started');
      const portOf = async (task: Task) => {
        const { containers } = await machine.reaches(task, 'RUNNING');
        return first(first(containers).networkBindings).hostPort ?? 0;
      };
      const [own, taken] = [await portOf(agent), await portOf(silent)];
      await until(() => fetch(`http://127.0.0.1:${own}/`).catch(() => undefined), 'the agent to listen');
      const squatter = createServer().listen(taken, '127.0.0.1');
      onTestFinished(() => void squatter.close());
      await once(squatter, 'listening');
      const portsAt = machine.ecs
        .networkInterfaces()
        .map(({ publicAddress = '' }) => machine.ecs.hostPort(publicAddress, 8000));

      expect(portsAt).toContain(own);
      expect(portsAt).not.toContain(taken);
    }));

  it('is reached at any port on which one of its processes listens, and at no other program', () =>
    withMachine(tool, async (machine) => {
      const task = await machine.run('acs-app', { startedBy: `${owner}/1` });
      await machine.reaches(task, 'RUNNING');
      const app = Number(await contentOf(machine.workspace(owner, 'app')));
      const stranger = createServer().listen(0, '127.0.0.1');
      onTestFinished(() => void stranger.close());
      await once(stranger, 'listening');
      const { port: other } = stranger.address() as AddressInfo;
      const { publicAddress = '' } = first(machine.ecs.networkInterfaces());
      const own = first(first((await machine.describe(task)).containers).networkBindings).hostPort ?? 0;

      const found = [app, other, own].map((port) => machine.ecs.hostPort(publicAddress, port));

      expect(found).toEqual([app, undefined, undefined]);
    }));

  it('survives the death of the service, which adopts and ends it after a restart', () =>
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

  it('ends with all its processes when its first process is killed', () =>
    withMachine(tool, async (machine) => {
      const task = await machine.run('acs-agent', { startedBy: `${owner}/1` });
      await contentOf(machine.workspace(owner, 'seen.json'));
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

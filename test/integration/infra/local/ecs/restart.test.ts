import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Task } from '@aws-sdk/client-ecs';
import { describe, expect, it } from 'vitest';
import { folderOfTest } from '../../../../support/temporary-folder.ts';
import { contentOf, first, isRunning, isThere, pidsIn, spawnScript, startMachine, until } from './local-ecs-server.ts';

const path = folderOfTest();
const start = () => startMachine({ stateDirectory: path() });
const recordFile = () => path('ecs', 'tasks.json');
const bindingsOf = (task: Task) => first(task.containers).networkBindings;

async function runByCrashingService<T>(family: string, startedBy: string, works: () => Promise<T>): Promise<[Task, T]> {
  const { child, line } = await spawnScript('service.ts', path(), family, startedBy);
  const sign = await works();
  child.kill('SIGKILL');
  await once(child, 'exit');
  return [{ taskArn: line }, sign];
}

async function editTasks(edit: (task: Record<string, unknown> & { process: { pid: number } }) => void): Promise<void> {
  const state = JSON.parse(await readFile(recordFile(), 'utf8'));
  state.tasks.forEach(edit);
  await writeFile(recordFile(), JSON.stringify(state));
}

describe('a stopped and restarted service', () => {
  it('leaves no process, and starts its tasks again with their ports, environment and workspace', async () => {
    const before = await start();
    const task = await before.run('acs-agent', { startedBy: 'dora/one/1', clientToken: 'dora-1' });
    const running = await before.reaches(task, 'RUNNING');
    const [pid = 0] = await pidsIn(path('workspaces', 'dora/one'), 1);
    await before.halt();
    expect(await isRunning(pid)).toBe(false);

    const after = await start();
    const [, next = 0] = await pidsIn(path('workspaces', 'dora/one'), 2);
    const again = await after.reaches(task, 'RUNNING');

    expect(next).not.toBe(pid);
    expect(bindingsOf(again)).toEqual(bindingsOf(running));
    const port = first(bindingsOf(again)).hostPort;
    const answer = await until(() => fetch(`http://127.0.0.1:${port}/`).catch(() => undefined), 'the agent to listen');
    expect(await answer.text()).toBe(String(next));
    const event = await until(() => after.events.find(({ taskArn }) => taskArn === task.taskArn), 'an event');
    expect(event).toMatchObject({ lastStatus: 'RUNNING', version: (running.version ?? 0) + 1 });
    const repeated = await after.run('acs-agent', { startedBy: 'dora/one/1', clientToken: 'dora-1' });
    expect(repeated.taskArn).toBe(task.taskArn);
    await after.halt();
    expect(await isRunning(next)).toBe(false);
  });

  it('keeps the public address of a task, which maps to its port until the task ends', async () => {
    const before = await start();
    const task = await before.run('acs-waits', { startedBy: 'dora/address/1' });
    const running = await before.reaches(task, 'RUNNING');
    const { publicAddress: address = '' } = first(before.ecs.networkInterfaces());
    const [{ hostPort } = {}] = bindingsOf(running) ?? [];
    expect([before.ecs.hostPort(address, 8000), before.ecs.hostPort(address, 8009)]).toEqual([hostPort, undefined]);
    await before.halt();

    await using after = await start();

    expect(first(after.ecs.networkInterfaces()).publicAddress).toBe(address);
    await after.reaches(task, 'RUNNING');
    expect(after.ecs.hostPort(address, 8000)).toBe(hostPort);
    await after.stop(task);
    await after.reaches(task, 'STOPPED');
    expect(after.ecs.hostPort(address, 8000)).toBeUndefined();
    expect(after.ecs.networkInterfaces()).toEqual([]);
  });

  it('keeps ended tasks unchanged', async () => {
    const before = await start();
    const task = await before.run('acs-exits', { startedBy: 'dora/ended/1' });
    const stopped = await before.reaches(task, 'STOPPED');
    await before.halt();

    await using after = await start();

    expect(await after.describe(task)).toEqual(stopped);
    expect(after.events).toEqual([]);
  });

  it('starts pending tasks', async () => {
    const before = await startMachine({ stateDirectory: path(), startDelayMilliseconds: 60_000 });
    const task = await before.run('acs-agent', { startedBy: 'dora/pending/1' });
    await before.reaches(task, 'PENDING');
    await before.halt();

    await using after = await start();

    expect(await after.reaches(task, 'RUNNING')).toMatchObject({ version: 3 });
    expect(await pidsIn(path('workspaces', 'dora/pending'), 1)).toHaveLength(1);
  });

  it('stops a task when another program uses its port, and gives this reason', async () => {
    const before = await start();
    const task = await before.run('acs-agent', { startedBy: 'dora/taken/1' });
    const running = await before.reaches(task, 'RUNNING');
    await before.halt();
    const port = first(bindingsOf(running)).hostPort;
    const squatter = createServer().listen(port, '127.0.0.1');
    await once(squatter, 'listening');

    await using after = await start();
    const stopped = await after.reaches(task, 'STOPPED');
    squatter.close();

    expect(stopped).toMatchObject({
      stopCode: 'TaskFailedToStart',
      stoppedReason: expect.stringContaining(`port ${port}`),
    });
  });
});

/** Ports of an edge, as SandboxPorts gives them. */
const edgeWith = (held: readonly number[]) => {
  const free = [...held];
  const claim = (port: number) => held.includes(port);
  return { edgePorts: { take: async () => free.shift(), claim, release: (port: number) => void free.push(port) } };
};
const portsOf = (task: Task) => bindingsOf(task)?.map(({ containerPort, hostPort }) => [containerPort, hostPort]);

describe('a task behind an edge', () => {
  it('is known by its port of the edge, also after a restart, until it ends', async () => {
    const before = await startMachine({ stateDirectory: path(), ...edgeWith([12_345]) });
    const task = await before.run('acs-agent', { startedBy: 'dora/edge/1' });
    expect(portsOf(await before.reaches(task, 'RUNNING'))).toEqual([[8000, 12_345]]);
    const { publicAddress: address } = first(before.ecs.networkInterfaces());
    const next = await before.run('acs-agent', { startedBy: 'dora/edge/2' });
    expect(portsOf(await before.reaches(next, 'RUNNING'))).toEqual([]);
    await before.halt();

    await using after = await startMachine({ stateDirectory: path(), ...edgeWith([12_345]) });

    expect(portsOf(await after.reaches(task, 'RUNNING'))).toEqual([[8000, 12_345]]);
    expect(after.ecs.atEdgePort(12_345)).toEqual({ address, port: 8000 });
    await after.stop(task);
    await after.reaches(task, 'STOPPED');
    expect(after.ecs.atEdgePort(12_345)).toBeUndefined();
  });

  it('ends when another program has its port of the edge, which would get its keys', async () => {
    const { child, line } = await spawnScript('service.ts', path(), 'acs-agent', 'emil/edge/1');
    const [pid = 0] = await pidsIn(path('workspaces', 'emil/edge'), 1);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await editTasks((task) => {
      const { ports } = task.container as { ports: { edgePort?: number }[] };
      Object.assign(first(ports), { edgePort: 12_345 });
    });

    await using after = await startMachine({ stateDirectory: path(), ...edgeWith([]) });

    expect(await after.reaches({ taskArn: line }, 'STOPPED')).toMatchObject({
      stoppedReason: expect.stringContaining('port 12345 of the edge'),
    });
    expect(await isRunning(pid)).toBe(false);
  });
});

describe('a killed and restarted service', () => {
  it('adopts the processes that still run, and detects their end', async () => {
    const [task, [pid = 0]] = await runByCrashingService('acs-agent', 'emil/one/1', () =>
      pidsIn(path('workspaces', 'emil/one'), 1),
    );
    expect(await isRunning(pid)).toBe(true);

    await using after = await start();
    const adopted = await after.reaches(task, 'RUNNING');
    process.kill(pid, 'SIGKILL');
    const stopped = await after.reaches(task, 'STOPPED');

    expect(adopted.startedAt).toBeDefined();
    expect(stopped.stopCode).toBe('EssentialContainerExited');
    expect(await pidsIn(path('workspaces', 'emil/one'), 1)).toEqual([pid]);
  });

  it('stops an adopted process on request', async () => {
    const [task, [pid = 0]] = await runByCrashingService('acs-agent', 'emil/two/1', () =>
      pidsIn(path('workspaces', 'emil/two'), 1),
    );
    await using after = await start();

    await after.stop(task);
    await after.reaches(task, 'STOPPED');

    expect(await isRunning(pid)).toBe(false);
  });

  it('ends adopted processes when it stops', async () => {
    const [, [pid = 0]] = await runByCrashingService('acs-agent', 'emil/three/1', () =>
      pidsIn(path('workspaces', 'emil/three'), 1),
    );
    const after = await start();

    await after.halt();

    expect(await isRunning(pid)).toBe(false);
  });

  it('starts ended tasks again, and removes their leftover processes', async () => {
    const children = () => contentOf(path('workspaces/emil/four/children.json'));
    const [task, text] = await runByCrashingService('acs-parent', 'emil/four/1', children);
    const pids: number[] = JSON.parse(text);
    const { process: leader } = JSON.parse(await readFile(recordFile(), 'utf8')).tasks[0];
    process.kill(leader.pid, 'SIGKILL');
    await until(async () => !(await isRunning(leader.pid)), 'the process to end');

    await using after = await start();
    const running = await until(async () => {
      const now = await after.describe(task);
      return now.version !== 3 ? now : undefined;
    }, 'the task to start again');

    expect(running).toMatchObject({ lastStatus: 'RUNNING', version: 4 });
    // Only Linux can find the children of an ended process.
    if (process.platform === 'linux') {
      for (const pid of pids) await until(async () => !(await isRunning(pid)), 'a child to end');
    }
  });

  it('neither adopts nor kills another process with the same id', async () => {
    const [task, [pid = 0]] = await runByCrashingService('acs-agent', 'emil/five/1', () =>
      pidsIn(path('workspaces', 'emil/five'), 1),
    );
    process.kill(pid, 'SIGKILL');
    // Until its end, the process holds the port of its task.
    await until(async () => !(await isRunning(pid)), 'the process to end');
    const stranger = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], {
      detached: true,
      stdio: 'ignore',
    });
    await once(stranger, 'spawn');
    await editTasks((recorded) => {
      recorded.process.pid = stranger.pid ?? 0;
    });

    const after = await start();
    await pidsIn(path('workspaces', 'emil/five'), 2).catch(async (cause: unknown) => {
      throw new Error(`The task did not start again: ${JSON.stringify(await after.describe(task))}`, { cause });
    });
    await after.stop(task);
    await after.reaches(task, 'STOPPED');
    await after.halt();

    expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
    stranger.kill('SIGKILL');
  });

  it('finishes a requested stop', async () => {
    const [task, [pid = 0]] = await runByCrashingService('acs-agent', 'emil/six/1', () =>
      pidsIn(path('workspaces', 'emil/six'), 1),
    );
    const stop = { desiredStatus: 'STOPPED', stopCode: 'UserInitiated', stoppedReason: 'asked', version: 4 };
    await editTasks((recorded) => Object.assign(recorded, stop));

    await using after = await start();
    const stopped = await after.reaches(task, 'STOPPED');

    expect(stopped).toMatchObject({ stopCode: 'UserInitiated', stoppedReason: 'asked' });
    expect(after.events[0]).toMatchObject({ lastStatus: 'RUNNING', desiredStatus: 'STOPPED', version: 4 });
    expect(await isRunning(pid)).toBe(false);
    expect(await pidsIn(path('workspaces', 'emil/six'), 1)).toHaveLength(1);
  });

  it('leaves no process that it had not recorded yet', async () => {
    const { child, line } = await spawnScript('gate.ts', path());
    const pid = Number(line);
    expect(await isRunning(pid)).toBe(true);

    child.kill('SIGKILL');

    await until(async () => !(await isRunning(pid)), 'the process to end');
    expect(await isThere(path('begun'))).toBe(false);
  });
});

describe('a record of tasks that cannot be read', () => {
  it('is named in the error, and not overwritten', async () => {
    const before = await start();
    await before.run('acs-exits');
    await before.halt();
    await writeFile(recordFile(), '{"format":1,');

    await expect(start()).rejects.toThrow(recordFile());
    expect(await readFile(recordFile(), 'utf8')).toBe('{"format":1,');
  });
});

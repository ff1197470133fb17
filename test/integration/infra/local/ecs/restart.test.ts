import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StopTaskCommand, type Task } from '@aws-sdk/client-ecs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cluster, first, isRunning, type Machine, startMachine, until } from './local-ecs-server.ts';

let stateDirectory: string;
beforeEach(async () => {
  stateDirectory = await mkdtemp(join(tmpdir(), 'local-ecs-'));
});
afterEach(async () => {
  await rm(stateDirectory, { recursive: true, force: true, maxRetries: 3 });
});

const recordFile = () => join(stateDirectory, 'ecs', 'tasks.json');
const bindingsOf = (task: Task) => first(task.containers).networkBindings;

async function pidsIn(workspace: string, count: number): Promise<number[]> {
  return until(async () => {
    const text = await readFile(join(stateDirectory, 'workspaces', workspace, 'pids'), 'utf8').catch(() => '');
    const pids = text.trim().split('\n').filter(Boolean).map(Number);
    return pids.length >= count ? pids : undefined;
  }, `${count} processes in ${workspace}`);
}

async function linesOf(script: string, args: readonly string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, script), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [chunk] = await once(child.stdout, 'data');
  return { child, line: String(chunk).trim() };
}

async function runByCrashingService<T>(family: string, startedBy: string, works: () => Promise<T>): Promise<[Task, T]> {
  const { child, line } = await linesOf('service.ts', [stateDirectory, family, startedBy]);
  const sign = await works();
  child.kill('SIGKILL');
  await once(child, 'exit');
  return [{ taskArn: line }, sign];
}

async function editRecord(edit: (task: { process: { pid: number; marker: string } }) => void): Promise<void> {
  const state = JSON.parse(await readFile(recordFile(), 'utf8'));
  state.tasks.forEach(edit);
  await writeFile(recordFile(), JSON.stringify(state));
}

const stop = (machine: Machine, task: Task) =>
  machine.client.send(new StopTaskCommand({ cluster, task: task.taskArn }));

describe('a stopped and restarted service', () => {
  it('leaves no process, and starts its tasks again with their ports, environment and workspace', async () => {
    const before = await startMachine({ stateDirectory });
    const task = await before.run('acs-agent', { startedBy: 'dora/one/1', clientToken: 'dora-1' });
    const running = await before.reaches(task, 'RUNNING');
    const [pid = 0] = await pidsIn('dora/one', 1);
    await before.halt();
    expect(await isRunning(pid)).toBe(false);

    const after = await startMachine({ stateDirectory });
    const [, next = 0] = await pidsIn('dora/one', 2);
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

  it('keeps the public address of a task, which leads to its port while it runs and nowhere after its end', async () => {
    const before = await startMachine({ stateDirectory });
    const task = await before.run('acs-waits', { startedBy: 'dora/address/1' });
    const running = await before.reaches(task, 'RUNNING');
    const { publicAddress: address = '' } = first(before.ecs.networkInterfaces());
    const [{ hostPort } = {}] = bindingsOf(running) ?? [];
    expect([before.ecs.hostPort(address, 8000), before.ecs.hostPort(address, 8009)]).toEqual([hostPort, undefined]);
    await before.halt();

    await using after = await startMachine({ stateDirectory });

    expect(first(after.ecs.networkInterfaces()).publicAddress).toBe(address);
    await after.reaches(task, 'RUNNING');
    expect(after.ecs.hostPort(address, 8000)).toBe(hostPort);
    await stop(after, task);
    await after.reaches(task, 'STOPPED');
    expect(after.ecs.hostPort(address, 8000)).toBeUndefined();
    expect(after.ecs.networkInterfaces()).toEqual([]);
  });

  it('keeps ended tasks unchanged', async () => {
    const before = await startMachine({ stateDirectory });
    const task = await before.run('acs-exits', { startedBy: 'dora/ended/1' });
    const stopped = await before.reaches(task, 'STOPPED');
    await before.halt();

    await using after = await startMachine({ stateDirectory });

    expect(await after.describe(task)).toEqual(stopped);
    expect(after.events).toEqual([]);
  });

  it('starts pending tasks', async () => {
    const before = await startMachine({ stateDirectory, startDelayMilliseconds: 60_000 });
    const task = await before.run('acs-agent', { startedBy: 'dora/pending/1' });
    await before.reaches(task, 'PENDING');
    await before.halt();

    await using after = await startMachine({ stateDirectory });

    expect(await after.reaches(task, 'RUNNING')).toMatchObject({ version: 3 });
    expect(await pidsIn('dora/pending', 1)).toHaveLength(1);
  });

  it('stops a task whose port another program uses, with that reason', async () => {
    const before = await startMachine({ stateDirectory });
    const task = await before.run('acs-agent', { startedBy: 'dora/taken/1' });
    const running = await before.reaches(task, 'RUNNING');
    await before.halt();
    const port = first(bindingsOf(running)).hostPort;
    const squatter = createServer().listen(port, '127.0.0.1');
    await once(squatter, 'listening');

    await using after = await startMachine({ stateDirectory });
    const stopped = await after.reaches(task, 'STOPPED');
    squatter.close();

    expect(stopped).toMatchObject({
      stopCode: 'TaskFailedToStart',
      stoppedReason: expect.stringContaining(`port ${port}`),
    });
  });
});

describe('a killed and restarted service', () => {
  it('adopts the processes that still run, and detects their end', async () => {
    const [task, [pid = 0]] = await runByCrashingService('acs-agent', 'emil/one/1', () => pidsIn('emil/one', 1));
    expect(await isRunning(pid)).toBe(true);

    await using after = await startMachine({ stateDirectory });
    const adopted = await after.reaches(task, 'RUNNING');
    process.kill(pid, 'SIGKILL');
    const stopped = await after.reaches(task, 'STOPPED');

    expect(adopted.startedAt).toBeDefined();
    expect(stopped.stopCode).toBe('EssentialContainerExited');
    expect(await pidsIn('emil/one', 1)).toEqual([pid]);
  });

  it('stops an adopted process on request', async () => {
    const [task, [pid = 0]] = await runByCrashingService('acs-agent', 'emil/two/1', () => pidsIn('emil/two', 1));
    await using after = await startMachine({ stateDirectory });

    await stop(after, task);
    await after.reaches(task, 'STOPPED');

    expect(await isRunning(pid)).toBe(false);
  });

  it('ends adopted processes when it stops', async () => {
    const [, [pid = 0]] = await runByCrashingService('acs-agent', 'emil/three/1', () => pidsIn('emil/three', 1));
    const after = await startMachine({ stateDirectory });

    await after.halt();

    expect(await isRunning(pid)).toBe(false);
  });

  it('starts ended tasks again, and removes their leftover processes', async () => {
    const file = join(stateDirectory, 'workspaces', 'emil', 'four', 'children.json');
    const children = () =>
      readFile(file, 'utf8').then(
        (text) => text || undefined,
        () => undefined,
      );
    const [task, text] = await runByCrashingService('acs-parent', 'emil/four/1', () => until(children, 'the children'));
    const pids: number[] = JSON.parse(text);
    const { process: leader } = JSON.parse(await readFile(recordFile(), 'utf8')).tasks[0];
    process.kill(leader.pid, 'SIGKILL');
    await until(async () => !(await isRunning(leader.pid)), 'the process to end');

    await using after = await startMachine({ stateDirectory });
    const running = await until(async () => {
      const now = await after.describe(task);
      return now.version !== 3 ? now : undefined;
    }, 'the task to start again');

    expect(running).toMatchObject({ lastStatus: 'RUNNING', version: 4 });
    // Only Linux shows what a process left behind.
    if (process.platform === 'linux') {
      for (const pid of pids) await until(async () => !(await isRunning(pid)), 'a child to end');
    }
  });

  it('neither adopts nor kills another process with the number of its own', async () => {
    const [task, [pid = 0]] = await runByCrashingService('acs-agent', 'emil/five/1', () => pidsIn('emil/five', 1));
    process.kill(pid, 'SIGKILL');
    // Until then it holds the port that its task is to have again.
    await until(async () => !(await isRunning(pid)), 'the process to end');
    const stranger = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], {
      detached: true,
      stdio: 'ignore',
    });
    await once(stranger, 'spawn');
    await editRecord((recorded) => {
      recorded.process.pid = stranger.pid ?? 0;
    });

    const after = await startMachine({ stateDirectory });
    await pidsIn('emil/five', 2);
    await stop(after, task);
    await after.reaches(task, 'STOPPED');
    await after.halt();

    expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
    stranger.kill('SIGKILL');
  });

  it('finishes a requested stop', async () => {
    const [task, [pid = 0]] = await runByCrashingService('acs-agent', 'emil/six/1', () => pidsIn('emil/six', 1));
    const state = JSON.parse(await readFile(recordFile(), 'utf8'));
    Object.assign(state.tasks[0], {
      desiredStatus: 'STOPPED',
      stopCode: 'UserInitiated',
      stoppedReason: 'asked',
      version: 4,
    });
    await writeFile(recordFile(), JSON.stringify(state));

    await using after = await startMachine({ stateDirectory });
    const stopped = await after.reaches(task, 'STOPPED');

    expect(stopped).toMatchObject({ stopCode: 'UserInitiated', stoppedReason: 'asked' });
    expect(after.events[0]).toMatchObject({ lastStatus: 'RUNNING', desiredStatus: 'STOPPED', version: 4 });
    expect(await isRunning(pid)).toBe(false);
    expect(await pidsIn('emil/six', 1)).toHaveLength(1);
  });

  it('leaves no process that it had not recorded yet', async () => {
    const { child, line } = await linesOf('gate.ts', [stateDirectory]);
    const pid = Number(line);
    expect(await isRunning(pid)).toBe(true);

    child.kill('SIGKILL');

    await until(async () => !(await isRunning(pid)), 'the process to end');
    await expect(access(join(stateDirectory, 'begun'))).rejects.toThrow('ENOENT');
  });
});

describe('a record of tasks that cannot be read', () => {
  it('is named, and not overwritten', async () => {
    const before = await startMachine({ stateDirectory });
    await before.run('acs-exits');
    await before.halt();
    await writeFile(recordFile(), '{"format":1,');

    await expect(startMachine({ stateDirectory })).rejects.toThrow(recordFile());
    expect(await readFile(recordFile(), 'utf8')).toBe('{"format":1,');
  });
});

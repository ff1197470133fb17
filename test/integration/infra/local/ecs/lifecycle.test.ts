import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { type Task, waitUntilTasksRunning, waitUntilTasksStopped } from '@aws-sdk/client-ecs';
import { describe, expect, it } from 'vitest';
import {
  cluster,
  contentOf,
  first,
  isRunning,
  isThere,
  type Machine,
  pidsIn,
  startMachine,
  until,
  useMachine,
} from './local-ecs-server.ts';

const machine = await useMachine();

function eventsOf(on: Machine, task: Task) {
  return on.events.filter(({ taskArn }) => taskArn === task.taskArn);
}

const statesOf = (on: Machine, task: Task) =>
  eventsOf(on, task).map(({ lastStatus, desiredStatus }) => `${lastStatus}/${desiredStatus}`);

describe('StopTask', () => {
  it('moves the task through every state, each with a higher version', async () => {
    const task = await machine.run('acs-waits', { startedBy: 'ben/full/1', tags: [{ key: 'a', value: 'b' }] });
    await waitUntilTasksRunning(
      { client: machine.client, maxWaitTime: 10, minDelay: 1 },
      { cluster, tasks: [task.taskArn ?? ''] },
    );

    const answer = await machine.stop(task, 'paused by its owner');
    const stopped = await machine.reaches(task, 'STOPPED');

    expect(answer.task).toMatchObject({ desiredStatus: 'STOPPED', stopCode: 'UserInitiated', tags: [] });
    expect(stopped).toMatchObject({ stopCode: 'UserInitiated', stoppedReason: 'paused by its owner', tags: [] });
    expect(first(stopped.containers)).toMatchObject({ lastStatus: 'STOPPED', exitCode: 143 });
    expect(statesOf(machine, task)).toEqual([
      'PROVISIONING/RUNNING',
      'PENDING/RUNNING',
      'RUNNING/RUNNING',
      'RUNNING/STOPPED',
      'DEACTIVATING/STOPPED',
      'STOPPING/STOPPED',
      'DEPROVISIONING/STOPPED',
      'STOPPED/STOPPED',
    ]);
    expect(eventsOf(machine, task).map(({ version }) => version)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(stopped.version).toBe(8);
    const times = [
      stopped.createdAt,
      stopped.startedAt,
      stopped.stoppingAt,
      stopped.executionStoppedAt,
      stopped.stoppedAt,
    ];
    const sorted = times.map((time) => time?.getTime()).sort();
    expect(times.map((time) => time?.getTime())).toEqual(sorted);
  });

  it('is followed by events with ISO dates, ports, interface and overrides', async () => {
    const overrides = { containerOverrides: [{ name: 'agent', environment: [{ name: 'A', value: 'b' }] }] };
    const task = await machine.run('acs-exits', { startedBy: 'ben/told/1', overrides });
    await machine.reaches(task, 'STOPPED');

    const [, , running, , last] = eventsOf(machine, task);

    const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(running).toMatchObject({
      clusterArn: `arn:aws:ecs:us-east-1:000000000000:cluster/${cluster}`,
      taskDefinitionArn: 'arn:aws:ecs:us-east-1:000000000000:task-definition/acs-exits:1',
      group: 'family:acs-exits',
      startedBy: 'ben/told/1',
      launchType: 'FARGATE',
      overrides,
      createdAt: iso,
      startedAt: iso,
      updatedAt: iso,
      attachments: [
        {
          type: 'eni',
          status: 'ATTACHED',
          details: expect.arrayContaining([{ name: 'subnetId', value: 'subnet-local' }]),
        },
      ],
      containers: [
        { name: 'agent', lastStatus: 'RUNNING', networkBindings: [{ bindIP: '127.0.0.1', containerPort: 8000 }, {}] },
      ],
    });
    expect(last).toMatchObject({
      lastStatus: 'STOPPED',
      stoppedAt: iso,
      stoppingAt: iso,
      attachments: [{ status: 'DELETED' }],
    });
    expect(last).not.toHaveProperty('tags');
  });

  it('sends SIGTERM, after which the program can end on its own', async () => {
    const task = await machine.run('acs-polite', { startedBy: 'ben/polite/1' });
    await until(() => isThere(machine.workspace('ben/polite/ready')), 'the program');

    await machine.stop(task);
    const stopped = await machine.reaches(task, 'STOPPED');

    expect(first(stopped.containers).exitCode).toBe(0);
    expect(stopped.stopCode).toBe('UserInitiated');
  });

  it('kills the program after its StopTimeout', async () => {
    const task = await machine.run('acs-stubborn', { startedBy: 'ben/stubborn/1' });
    await until(() => isThere(machine.workspace('ben/stubborn/ready')), 'the program');

    await machine.stop(task);
    const stopped = await machine.reaches(task, 'STOPPED');

    expect(first(stopped.containers).exitCode).toBe(137);
    const milliseconds = Number(stopped.stoppedAt) - Number(stopped.stoppingAt);
    expect(milliseconds).toBeGreaterThanOrEqual(1000);
  });

  it('ends all child processes, in the process group or not', async () => {
    const task = await machine.run('acs-parent', { startedBy: 'ben/parent/1' });
    const [inGroup, daemon] = JSON.parse(await contentOf(machine.workspace('ben/parent/children.json')));

    await machine.stop(task);
    await machine.reaches(task, 'STOPPED');

    await until(async () => !(await isRunning(inGroup)), 'the child to end');
    // Only Linux can find processes that left the group.
    if (process.platform === 'linux') await until(async () => !(await isRunning(daemon)), 'the daemon to end');
  });

  it('leaves a stopped task unchanged', async () => {
    const task = await machine.run('acs-waits', { startedBy: 'ben/twice/1' });
    await Promise.all([machine.stop(task, 'first'), machine.stop(task, 'second')]);
    const stopped = await machine.reaches(task, 'STOPPED');

    const again = await machine.stop(task, 'third');

    expect(again.task).toMatchObject({ lastStatus: 'STOPPED', version: stopped.version, stoppedReason: 'first' });
  });

  it('prevents the start of a task that has not begun', async () => {
    await using slow = await startMachine({ startDelayMilliseconds: 60_000 });
    const early = await slow.run('acs-agent', { startedBy: 'ben/early/1' });
    await slow.reaches(early, 'PENDING');

    await slow.stop(early);
    const stopped = await slow.reaches(early, 'STOPPED');

    expect(stopped).toMatchObject({ stopCode: 'UserInitiated', desiredStatus: 'STOPPED' });
    expect(stopped.startedAt).toBeUndefined();
    expect(statesOf(slow, early)).toEqual([
      'PROVISIONING/RUNNING',
      'PENDING/RUNNING',
      'PENDING/STOPPED',
      'STOPPED/STOPPED',
    ]);
    expect(await isThere(slow.workspace('ben/early/seen.json'))).toBe(false);
  });

  it('refuses an unknown task', async () => {
    const message = 'The referenced task was not found.';

    await expect(machine.stop({ taskArn: 'f'.repeat(32) })).rejects.toMatchObject({
      name: 'InvalidParameterException',
      message,
    });
  });
});

describe('a task that ends on its own', () => {
  it('stops with the exit code of its process', async () => {
    const task = await machine.run('acs-exits', { startedBy: 'ben/exits/1' });
    await waitUntilTasksStopped(
      { client: machine.client, maxWaitTime: 10, minDelay: 1 },
      { cluster, tasks: [task.taskArn ?? ''] },
    );

    const stopped = await machine.describe(task);

    expect(stopped).toMatchObject({
      desiredStatus: 'STOPPED',
      stopCode: 'EssentialContainerExited',
      stoppedReason: 'Essential container in task exited',
    });
    expect(first(stopped.containers).exitCode).toBe(3);
  });

  it('stops with 128 plus the signal that killed it', async () => {
    const task = await machine.run('acs-agent', { startedBy: 'ben/killed/1' });
    const [pid = 0] = await pidsIn(machine.workspace('ben/killed'), 1);
    process.kill(pid, 'SIGKILL');

    const stopped = await machine.reaches(task, 'STOPPED');

    expect(first(stopped.containers).exitCode).toBe(137);
    expect(stopped.stopCode).toBe('EssentialContainerExited');
  });
});

describe('a task that cannot run on this machine', () => {
  it('stops with a reason that names the program to install', async () => {
    const task = await machine.run('acs-openhands', { startedBy: 'ben/missing/1' });

    const stopped = await machine.reaches(task, 'STOPPED');

    expect(stopped.stopCode).toBe('TaskFailedToStart');
    expect(stopped.stoppedReason).toBe(
      'CannotStartContainerError: executable file not found: ' +
        'agent-server is not installed on this machine. ' +
        'Install it with: pip install openhands-agent-server==1.43.1',
    );
    expect(statesOf(machine, task)).toEqual(['PROVISIONING/RUNNING', 'STOPPED/STOPPED']);
  });

  it('stops with a reason when its spec has no local command', async () => {
    const task = await machine.run('acs-remote', { startedBy: 'ben/remote/1' });

    const stopped = await machine.reaches(task, 'STOPPED');

    expect(stopped.stopCode).toBe('TaskFailedToStart');
    expect(stopped.stoppedReason).toMatch(
      /^CannotStartContainerError: .*the sandbox spec 'remote' cannot run on this machine: it has no local command\./,
    );
  });

  it('runs as soon as the program is installed', async () => {
    const programs = join(machine.stateDirectory, 'programs');
    await mkdir(programs);
    await writeFile(join(programs, 'agent-server'), '#!/bin/sh\necho "$@" > arguments\nexec sleep 1000\n');
    await chmod(join(programs, 'agent-server'), 0o755);
    await using equipped = await startMachine({ searchPath: [programs, process.env.PATH].join(delimiter) });

    const task = await equipped.run('acs-openhands', { startedBy: 'ben/equipped/1' });

    const running = await equipped.reaches(task, 'RUNNING');
    const port = first(first(running.containers).networkBindings).hostPort;
    expect(await contentOf(equipped.workspace('ben/equipped/arguments'))).toBe(`--port ${port}\n`);
  });
});

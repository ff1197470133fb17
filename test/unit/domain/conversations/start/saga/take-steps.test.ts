import { beforeEach, describe, expect, it, vi } from 'vitest';
import { newPendingMessage } from '../../../../../../shared/domain/conversations/messages/pending-messages.ts';
import {
  AgentFailedError,
  HandOverError,
} from '../../../../../../shared/domain/conversations/start/task/start-failed.ts';
import { sealed } from '../../../../../../shared/domain/conversations/start/task/start-secrets.ts';
import type { StartTask } from '../../../../../../shared/domain/conversations/start/task/start-task.ts';
import { StartTaskScene, success } from '../../../../../support/conversations/start/start-task-scene.ts';
import { aRunningSandbox } from '../../../../../support/sandboxes/sandbox-data.ts';

let scene: StartTaskScene;
beforeEach(() => {
  scene = new StartTaskScene();
  vi.spyOn(console, 'warn').mockReturnValue();
  return () => vi.restoreAllMocks();
});

const repository = { selected_repository: 'acme/site', git_provider: 'github' } as const;
const found = { ...success, stdout: 'found setup\nfound hook\nfound skills\n' };
const isClone = (command: string) => command.includes('clone --depth');
const statuses: string[] = [];

async function start(overrides: Partial<StartTask> = {}) {
  const task = await scene.aStart(aRunningSandbox(), overrides, repository);
  statuses.length = 0;
  const { startTasks } = scene.deps;
  const save = startTasks.save.bind(startTasks);
  startTasks.save = async (previous, next) => {
    await save(previous, next);
    if (statuses.at(-1) !== next.status) statuses.push(next.status);
  };
  return task;
}

describe('steps of a start', () => {
  it('run in their order, each recorded before it begins', async () => {
    scene.shell = async (command) => (isClone(command) ? found : success);
    const task = await start();

    await scene.run(task);

    expect(statuses).toEqual([
      'PREPARING_REPOSITORY',
      'RUNNING_SETUP_SCRIPT',
      'SETTING_UP_GIT_HOOKS',
      'SETTING_UP_SKILLS',
      'STARTING_CONVERSATION',
      'READY',
    ]);
    expect(scene.commands).toHaveLength(3);
    expect(scene.asked[0]?.payload).toMatchObject({ workspace: { working_dir: '/workspace/project/site' } });
  });

  it('run no command when there is nothing to do, and are passed in one write', async () => {
    const task = await start();
    await scene.run(task);

    expect(scene.commands).toHaveLength(1);
    expect(statuses).toEqual(['PREPARING_REPOSITORY', 'STARTING_CONVERSATION', 'READY']);
    // Clients that poll or follow the task see each of them all the same.
    const { passed = [], status_changes: changes, version } = (await scene.read(task)) ?? {};
    expect(passed.map(({ status }) => status)).toEqual([
      'WORKING',
      'WAITING_FOR_SANDBOX',
      'PREPARING_REPOSITORY',
      'RUNNING_SETUP_SCRIPT',
      'SETTING_UP_GIT_HOOKS',
      'SETTING_UP_SKILLS',
      'STARTING_CONVERSATION',
    ]);
    expect([changes, version]).toEqual([7, task.version + 3]);
  });

  it('wait with their record for no step that has something to do', async () => {
    const setsUp = { ...success, stdout: 'found hook\n' };
    scene.shell = async (command) => {
      if (isClone(command)) return setsUp;
      expect((await scene.read(task))?.status).toBe('SETTING_UP_GIT_HOOKS');
      return success;
    };
    const task = await start();

    await scene.run(task);

    expect(statuses).toEqual(['PREPARING_REPOSITORY', 'SETTING_UP_GIT_HOOKS', 'STARTING_CONVERSATION', 'READY']);
  });

  it('write a token into a file only', async () => {
    scene.ownSettings = {
      ...scene.ownSettings,
      gitTokens: new Map([['github', { token: 'hunter2-token', host: null }]]),
    };
    scene.shell = async (command) => (isClone(command) ? found : { ...success, stdout: '/home/x/credential-1\n' });

    await scene.run(await start());

    expect([...scene.files]).toEqual([
      // secretlint-disable-next-line -- it opens nothing
      ['/home/x/credential-1/git', 'https://x-access-token:hunter2-token@github.com\n'],
    ]);
    expect(scene.commands.join()).not.toContain('hunter2-token');
  });

  it('continue under the next worker when the time of this one is over', async () => {
    scene.shell = async (command) => {
      if (isClone(command)) return found;
      throw new HandOverError('no time');
    };
    const task = await start();

    await scene.run(task);
    expect(await scene.read(task)).toMatchObject({ status: 'RUNNING_SETUP_SCRIPT', lease_holder: null, detail: null });
    scene.shell = async () => success;
    await scene.run(task);

    expect(await scene.read(task)).toMatchObject({ status: 'READY' });
    expect(scene.commands.filter(isClone)).toHaveLength(1);
  });

  it('leave the conversation call to a worker with enough time for it', async () => {
    const task = await start();
    scene.timeLeft = 100_000;
    await scene.run(task);
    expect([scene.asked.length, (await scene.read(task))?.status]).toEqual([0, 'STARTING_CONVERSATION']);

    scene.timeLeft = 900_000;
    await scene.run(task);

    expect((await scene.read(task))?.status).toBe('READY');
  });

  it('fail with the output of the set-up script, without its secrets', async () => {
    scene.deps.clock.advance(1);
    const secrets = { secrets: { KEY: 'hunter2-secret' }, mcp_servers: {} };
    const task = await start({ start_task_id: 'f'.repeat(32) });
    const row = { ...task, sealed: await sealed(secrets, task.owner_id, task.start_task_id, scene.deps.vault) };
    scene.deps.startTasks.put(row);
    scene.shell = async (command) =>
      isClone(command) ? found : { exitCode: 30, stdout: '7\nno hunter2-secret here\n', stderr: '' };

    await scene.run(task);

    const { status, detail } = (await scene.read(task)) ?? {};
    expect(status).toBe('ERROR');
    expect(detail).toContain('exit code 7');
    expect(detail).toContain('no ********** here');
  });

  it('fail when a clone takes too long', async () => {
    scene.shell = async () => ({ ...success, exitCode: null });
    const task = await start();

    await scene.run(task);

    expect(await scene.read(task)).toMatchObject({
      status: 'ERROR',
      detail: expect.stringContaining('not cloned in time'),
    });
  });

  it('fail when the agent server failed several times', async () => {
    scene.agent = async () => {
      throw new AgentFailedError('It answered 500.', { text: 'boom', keep: 'beginning' });
    };
    const task = await start();
    for (const _ of [1, 2]) await expect(scene.run(task)).rejects.toThrow('500');

    await scene.run(task);

    expect(await scene.read(task)).toMatchObject({
      status: 'ERROR',
      detail: expect.stringMatching(/It answered 500\. boom Several attempts failed/),
    });
  });
});

describe('pending messages after a start', () => {
  it('are delivered when the task becomes READY, and looked up again when the task runs again', async () => {
    const task = await start();
    const message = newPendingMessage([{ type: 'text', text: 'hi', cache_prompt: false }], scene.deps.now());
    await scene.services.messages.add(task.owner_id, task.conversation_id, message);

    await scene.run(task);
    await scene.run(task);

    expect(scene.delivered).toEqual([task.conversation_id, task.conversation_id]);
  });
});

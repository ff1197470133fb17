import { beforeEach, describe, expect, it } from 'vitest';
import { dashed } from '../../../../../../shared/contract/shapes/ids.ts';
import { runStartTask } from '../../../../../../shared/domain/conversations/start/saga/run-start-task.ts';
import {
  AgentFailedError,
  StartFailedError,
} from '../../../../../../shared/domain/conversations/start/task/start-failed.ts';
import type { StartTask } from '../../../../../../shared/domain/conversations/start/task/start-task.ts';
import { changed } from '../../../../../../shared/domain/sandboxes/record/sandbox.ts';
import { OperatorSecretError } from '../../../../../../shared/domain/settings/operator-secret.ts';
import { aStartTask } from '../../../../../support/conversations/record/conversation-data.ts';
import { StartTaskScene } from '../../../../../support/conversations/start/start-task-scene.ts';
import { aRunningSandbox, aSandbox } from '../../../../../support/sandboxes/sandbox-data.ts';

let scene: StartTaskScene;
beforeEach(() => {
  scene = new StartTaskScene();
});

describe('runStartTask', () => {
  it('waits for the sandbox first', async () => {
    const task = await scene.aStart(aSandbox());

    await scene.run(task);

    expect(await scene.read(task)).toMatchObject({ status: 'WAITING_FOR_SANDBOX' });
    expect(scene.asked).toEqual([]);
  });

  it('starts the conversation on the agent and ends READY', async () => {
    const sandbox = aRunningSandbox();
    const task = await scene.aStart(sandbox);

    await scene.run(task);

    expect(scene.asked).toMatchObject([
      {
        url: 'http://127.0.0.1:1',
        key: await scene.deps.keys.sessionKey(sandbox),
        payload: {
          conversation_id: dashed(task.conversation_id),
          workspace: { working_dir: '/workspace/project' },
          agent: { llm: { model: 'm' } },
        },
      },
    ]);
    expect(await scene.read(task)).toMatchObject({
      status: 'READY',
      detail: null,
      agent_server_url: 'http://127.0.0.1:1',
    });
  });

  it('passes through every status when the sandbox runs already', async () => {
    const task = await scene.aStart(aRunningSandbox());

    await scene.run(task);

    const { passed = [], status_changes } = { ...(await scene.read(task)) };
    expect(passed.map(({ status }) => status)).toEqual([
      'WORKING',
      'WAITING_FOR_SANDBOX',
      'PREPARING_REPOSITORY',
      'RUNNING_SETUP_SCRIPT',
      'SETTING_UP_GIT_HOOKS',
      'SETTING_UP_SKILLS',
      'STARTING_CONVERSATION',
    ]);
    expect(status_changes).toBe(7);
  });

  it('records the start with a lease before it calls the agent', async () => {
    const task = await scene.aStart(aRunningSandbox());
    let seen: StartTask | undefined;
    scene.agent = async () => {
      seen = await scene.read(task);
    };

    await scene.run(task, 'worker 1');

    expect(seen).toMatchObject({
      status: 'STARTING_CONVERSATION',
      lease_holder: 'worker 1',
      lease_until: '2026-11-21T12:00:30.000Z',
    });
  });

  it('runs with one worker at a time, and with another when the lease of a dead one ends', async () => {
    const task = await scene.aStart(aRunningSandbox(), {
      status: 'STARTING_CONVERSATION',
      lease_until: '2026-11-21T12:01:00.000Z',
    });

    await scene.run(task);
    expect(scene.asked).toHaveLength(0);
    scene.deps.clock.advance(60);
    await scene.run(task);

    expect(scene.asked).toHaveLength(1);
    expect(await scene.read(task)).toMatchObject({ status: 'READY' });
  });

  it('continues at once when it is the retry of the worker that died', async () => {
    const task = await scene.aStart(aRunningSandbox(), {
      status: 'STARTING_CONVERSATION',
      lease_holder: 'worker 1',
      lease_until: '2026-11-21T12:01:00.000Z',
    });

    await scene.run(task, 'worker 1');

    expect(await scene.read(task)).toMatchObject({ status: 'READY' });
  });

  it('starts one conversation when two workers run at once', async () => {
    const task = await scene.aStart(aRunningSandbox());

    await Promise.all([scene.run(task), scene.run(task), scene.run(task)]);

    expect(scene.asked).toHaveLength(1);
    expect(await scene.read(task)).toMatchObject({ status: 'READY' });
  });

  it("ends in ERROR with the agent's message when the agent refuses", async () => {
    const task = await scene.aStart(aRunningSandbox());
    scene.agent = async () => {
      throw new StartFailedError('The agent server answered 422: bad model');
    };

    await scene.run(task);

    expect(await scene.read(task)).toMatchObject({
      status: 'ERROR',
      detail: 'The agent server answered 422: bad model',
    });
    const { conversation_id: id } = task;
    expect(await scene.deps.conversations.find('ann', id)).toMatchObject({
      start_error: expect.stringContaining('422'),
    });
  });

  it('asks an agent that fails again after seconds, and ends in ERROR within one run', async () => {
    const task = await scene.aStart(aRunningSandbox());
    scene.agent = async () => {
      throw new AgentFailedError('The agent server answered 500.', null, true);
    };
    const pauses: number[] = [];
    const pause = async (milliseconds: number) => {
      // The heartbeat of the lease.
      if (milliseconds === 10_000) await new Promise(() => undefined);
      pauses.push(milliseconds);
    };

    const run = { worker: 'one', timeLeft: () => scene.timeLeft };
    await runStartTask(task.owner_id, task.start_task_id, run, { ...scene.startDeps(), pause });

    expect([scene.asked.length, pauses]).toEqual([3, [2_000, 4_000]]);
    expect(await scene.read(task)).toMatchObject({ status: 'ERROR', detail: expect.stringContaining('500') });
  });

  it('releases the lease and throws when the agent does not answer, so that Lambda retries', async () => {
    const task = await scene.aStart(aRunningSandbox());
    scene.agent = async () => {
      throw new Error('fetch failed');
    };

    await expect(scene.run(task)).rejects.toThrow('fetch failed');
    expect(await scene.read(task)).toMatchObject({
      status: 'STARTING_CONVERSATION',
      lease_holder: null,
      lease_until: null,
    });
    scene.agent = async () => undefined;
    await scene.run(task);

    expect(await scene.read(task)).toMatchObject({ status: 'READY' });
  });

  it('does not overwrite changes made while the agent worked', async () => {
    const sandbox = aRunningSandbox();
    const task = await scene.aStart(sandbox);
    scene.agent = async () => {
      const leased = await scene.read(task);
      if (leased)
        await scene.deps.startTasks.save(leased, { ...leased, version: 99, status: 'ERROR', detail: 'first' });
    };

    await scene.run(task);

    expect(await scene.read(task)).toMatchObject({ status: 'ERROR', detail: 'first' });
  });

  it('ends in ERROR when the sandbox is paused or deleted meanwhile', async () => {
    const sandbox = aSandbox();
    const task = await scene.aStart(sandbox);
    await scene.run(task);
    await scene.deps.sandboxes.save([
      { previous: sandbox, next: changed(sandbox, scene.deps.now(), { desired: 'PAUSED' }) },
    ]);

    await scene.run(task);

    const { detail } = { ...(await scene.read(task)) };
    expect(detail).toContain('paused before');
    expect(await scene.deps.conversations.find('ann', task.conversation_id)).toMatchObject({ start_error: detail });
  });

  it("ends in ERROR with what the operator has to do when the model's secret cannot be read", async () => {
    const task = await scene.aStart(aRunningSandbox());
    const sentence = 'The operator has to name the key in the setting llmApiKeySecretKeyArn.';
    const settings = { forStart: () => Promise.reject(new OperatorSecretError(sentence)) };

    const run = { worker: 'one', timeLeft: () => scene.timeLeft };
    await runStartTask(task.owner_id, task.start_task_id, run, { ...scene.startDeps(), settings });

    expect(await scene.read(task)).toMatchObject({ status: 'ERROR', detail: sentence });
    expect(scene.asked).toEqual([]);
  });

  it('ends in ERROR when its conversation was deleted', async () => {
    const task = await scene.aStart(aRunningSandbox());
    scene.deps.conversations.rows.clear();

    await scene.run(task);

    expect(scene.asked).toEqual([]);
    expect(await scene.read(task)).toMatchObject({
      status: 'ERROR',
      detail: 'The conversation was deleted before it started.',
    });
  });

  it('does nothing for a task that does not exist', async () => {
    await expect(scene.run(aStartTask())).resolves.toBeUndefined();
  });
});

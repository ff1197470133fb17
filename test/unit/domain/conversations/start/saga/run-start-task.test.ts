import { beforeEach, describe, expect, it, vi } from 'vitest';
import { dashed } from '../../../../../../shared/contract/shapes/ids.ts';
import { MASK } from '../../../../../../shared/contract/shapes/mask.ts';
import { newPendingMessage } from '../../../../../../shared/domain/conversations/messages/pending-messages.ts';
import {
  nextStartStep,
  type StepStatus,
  steps,
} from '../../../../../../shared/domain/conversations/start/saga/next-start-step.ts';
import { runStartTask } from '../../../../../../shared/domain/conversations/start/saga/run-start-task.ts';
import { masked } from '../../../../../../shared/domain/conversations/start/task/masked-request.ts';
import {
  AgentFailedError,
  HandOverError,
  StartFailedError,
} from '../../../../../../shared/domain/conversations/start/task/start-failed.ts';
import { sealSecrets } from '../../../../../../shared/domain/conversations/start/task/start-secrets.ts';
import { advanced, type StartTask } from '../../../../../../shared/domain/conversations/start/task/start-task.ts';
import { deleteRequested, pauseRequested } from '../../../../../../shared/domain/sandboxes/intent/intents.ts';
import { changed, type Sandbox } from '../../../../../../shared/domain/sandboxes/record/sandbox.ts';
import { OperatorSecretError } from '../../../../../../shared/domain/settings/operator-secret.ts';
import * as reasons from '../../../../../../shared/presentation/sandbox-reasons.ts';
import { aStartTask } from '../../../../../support/conversations/record/conversation-data.ts';
import { StartTaskScene, success } from '../../../../../support/conversations/start/start-task-scene.ts';
import { keyOf } from '../../../../../support/platform/memory-page.ts';
import { aLaunch, aRunningSandbox, aSandbox, noon } from '../../../../../support/sandboxes/sandbox-data.ts';

let scene: StartTaskScene;
beforeEach(() => {
  scene = new StartTaskScene();
  vi.spyOn(console, 'warn').mockReturnValue();
  return () => vi.restoreAllMocks();
});

const repository = { selected_repository: 'acme/site', git_provider: 'github' } as const;
const found = { ...success, stdout: 'found setup\nfound hook\nfound skills\n' };
const isClone = (command: string) => command.includes('clone --depth');
const ownSteps = steps.map(({ status }) => status);
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
  it('run in order, each recorded before it begins', async () => {
    scene.shell = async (command) => (isClone(command) ? found : success);
    const task = await start();

    await scene.run(task);

    expect(statuses).toEqual([...ownSteps, 'READY']);
    expect(scene.commands).toHaveLength(3);
    expect(scene.asked[0]?.payload).toMatchObject({ workspace: { working_dir: '/workspace/project/site' } });
  });

  it('without work run no command and are recorded in one write', async () => {
    const task = await start();
    await scene.run(task);

    expect(scene.commands).toHaveLength(1);
    expect(statuses).toEqual(['PREPARING_REPOSITORY', 'STARTING_CONVERSATION', 'READY']);
    // Clients that poll or follow the task still see each step.
    const { passed = [], status_changes: changes, version } = (await scene.read(task)) ?? {};
    expect(passed.map(({ status }) => status)).toEqual(['WORKING', 'WAITING_FOR_SANDBOX', ...ownSteps]);
    expect([changes, version]).toEqual([7, task.version + 3]);
  });

  it('are recorded before a step that has work begins', async () => {
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

  it('write tokens only to files', async () => {
    scene.ownSettings = {
      ...scene.ownSettings,
      gitTokens: new Map([['github', { token: 'hunter2-token', host: null }]]),
      secrets: new Map([['PATH', { value: '/nowhere', description: null }]]),
    };
    scene.shell = async (command) => (isClone(command) ? found : { ...success, stdout: '/home/x/credential-1\n' });

    await scene.run(await start());

    expect([...scene.files]).toEqual([
      // secretlint-disable-next-line -- it opens nothing
      ['/home/x/credential-1/git', 'https://x-access-token:hunter2-token@github.com\n'],
      // For later fetches and pushes, which ask for the token of that time.
      ['/home/x/credential-1/access', expect.stringMatching(/^https:\/\/api\.example\.com\/[^\n]+\neyJ[^\n]+\n/)],
      // For the set-up script, which needs its own PATH.
      ['/home/x/credential-1/secrets', "export GITHUB_TOKEN='hunter2-token'\n"],
    ]);
    expect(scene.commands.join()).not.toMatch(/hunter2-token|eyJ/);
  });

  it('continue with the next worker when this one runs out of time', async () => {
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

  it('leave the conversation request to a worker with enough time', async () => {
    const task = await start();
    scene.timeLeft = 100_000;
    await scene.run(task);
    expect([scene.asked.length, (await scene.read(task))?.status]).toEqual([0, 'STARTING_CONVERSATION']);

    scene.timeLeft = 900_000;
    await scene.run(task);

    expect((await scene.read(task))?.status).toBe('READY');
  });

  it('give up the calls of a step that together take too long, and try again', async () => {
    const task = await start();
    const limit = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
    const agent = scene.slowAgent();
    const ended = scene.run(task);
    await agent.asked;
    limit.abort();

    await expect(ended).rejects.toThrow('aborted');

    expect(AbortSignal.timeout).toHaveBeenCalledWith(160_000);
    const row = await scene.read(task);
    expect(row).toMatchObject({ status: 'STARTING_CONVERSATION', lease_holder: null, creating: row?.generation });
    scene.agent = async () => undefined;
    await scene.run(task);
    expect([(await scene.read(task))?.status, scene.repeated]).toEqual(['READY', [false, true]]);
  });

  it('go on when the set-up script fails, with a warning that has its output without secrets', async () => {
    scene.deps.clock.advance(1);
    const secrets = { secrets: { KEY: 'hunter2-secret' }, mcp_servers: {} };
    const task = await start({ start_task_id: 'f'.repeat(32) });
    const row = { ...task, sealed: await sealSecrets(secrets, task.owner_id, task.start_task_id, scene.deps.vault) };
    scene.deps.startTasks.put(row);
    const failed = { exitCode: 30, stdout: '7\nno hunter2-secret here\n', stderr: '' };
    const setsUp = { ...success, stdout: 'found setup\n' };
    const directory = { ...success, stdout: '/home/x/credential-1\n' };
    scene.shell = async (command) => (isClone(command) ? setsUp : command.includes('setup.sh') ? failed : directory);

    await scene.run(task);

    const warning = {
      code: 'setup_script_failed',
      message: expect.stringContaining('exit code 7'),
      detail: 'no ********** here',
    };
    expect(await scene.read(task)).toMatchObject({ status: 'READY', detail: null, warnings: [warning] });
    const conversation = await scene.deps.conversations.find(task.owner_id, task.conversation_id);
    expect(conversation?.start_warnings).toEqual([warning]);
  });

  it('keep the warnings of earlier steps for the next worker, and give them again in a new generation', async () => {
    let isOver = false;
    scene.shell = async (command) => {
      if (isClone(command)) return found;
      if (command.includes('setup.sh')) return { exitCode: 30, stdout: '1\n', stderr: '' };
      if (!isOver) throw new HandOverError('no time');
      return success;
    };
    const task = await start();
    await scene.run(task);
    isOver = true;
    const handedOver = await scene.read(task);
    expect(handedOver).toMatchObject({ status: 'SETTING_UP_GIT_HOOKS', warnings: [{ detail: null }] });

    await scene.run(task);

    expect((await scene.read(task))?.warnings).toHaveLength(1);
    if (handedOver) scene.deps.startTasks.put({ ...handedOver, generation: 0, version: 50 });
    await scene.run(task);
    expect(await scene.read(task)).toMatchObject({ status: 'READY', warnings: [{ code: 'setup_script_failed' }] });
    expect((await scene.read(task))?.warnings).toHaveLength(1);
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
});

describe('pending messages after a start', () => {
  it('are delivered when the task becomes READY, and again on each later run', async () => {
    const task = await start();
    const message = newPendingMessage([{ type: 'text', text: 'hi', cache_prompt: false }], scene.deps.now());
    await scene.services.messages.add(task.owner_id, task.conversation_id, message);

    await scene.run(task);
    await scene.run(task);

    expect(scene.delivered).toEqual([task.conversation_id, task.conversation_id]);
  });
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
          agent: { llm: { model: 'provider/m' } },
        },
      },
    ]);
    expect(await scene.read(task)).toMatchObject({
      status: 'READY',
      detail: null,
      agent_server_url: 'http://127.0.0.1:1',
    });
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

  it('runs with one worker at a time, and with another after the lease of a dead worker', async () => {
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

  it('continues immediately when the worker that died is retried', async () => {
    const task = await scene.aStart(aRunningSandbox(), {
      status: 'STARTING_CONVERSATION',
      lease_holder: 'worker 1',
      lease_until: '2026-11-21T12:01:00.000Z',
    });

    await scene.run(task, 'worker 1');

    expect(await scene.read(task)).toMatchObject({ status: 'READY' });
  });

  it('starts one conversation when workers run concurrently', async () => {
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

  it('retries a failing agent after seconds, and ends in ERROR within one run', async () => {
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

    const run = { worker: 'one', timeLeft: () => scene.timeLeft, mayStart: async () => true };
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

  it('ends in ERROR when the sandbox is paused during the start', async () => {
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

  it('goes on with its message after a resume, and its conversation no longer speaks of the pause', async () => {
    const sandbox = aSandbox();
    const request = { initial_message: { role: 'user', content: [{ type: 'text', text: 'Hi' }] } };
    const task = await scene.aStart(sandbox, { request });
    const paused = changed(sandbox, scene.deps.now(), { desired: 'PAUSED' });
    await scene.deps.sandboxes.save([{ previous: sandbox, next: paused }]);
    await scene.run(task);
    await scene.run(task);
    expect(await scene.deps.startTasks.openOf('ann', sandbox.sandbox_id)).toHaveLength(1);

    const { sandbox_id, owner_id, version } = paused;
    const next = { ...aRunningSandbox(), sandbox_id, owner_id, generation: 2, version: version + 1 };
    await scene.deps.sandboxes.save([{ previous: paused, next }]);
    await scene.run(task);

    expect(await scene.read(task)).toMatchObject({ status: 'READY', detail: null });
    expect(scene.asked).toMatchObject([{ payload: { initial_message: { content: [{ text: 'Hi' }] } } }]);
    expect(await scene.deps.conversations.find('ann', task.conversation_id)).toMatchObject({ start_error: null });
  });

  it.each([
    [
      'its sandbox is gone',
      async (task: StartTask) => void scene.deps.sandboxes.rows.delete(keyOf('ann', task.sandbox_id)),
    ],
    [
      'its conversation was started again',
      async ({ conversation_id: id }: StartTask) => {
        const row = await scene.deps.conversations.find('ann', id);
        if (row) scene.deps.conversations.put({ ...row, start_task_id: 'another' });
      },
    ],
  ])('ends for good after a pause when %s', async (_, happen) => {
    const sandbox = aSandbox({ desired: 'PAUSED', phase: 'PAUSED' });
    const task = await scene.aStart(sandbox);
    await scene.run(task);
    const running = { ...aRunningSandbox(), sandbox_id: sandbox.sandbox_id, version: sandbox.version + 1 };
    await scene.deps.sandboxes.save([{ previous: sandbox, next: running }]);
    await happen(task);

    await scene.run(task);

    expect(await scene.read(task)).toMatchObject({ status: 'ERROR', sealed: null });
    expect(await scene.deps.startTasks.openOf('ann', sandbox.sandbox_id)).toEqual([]);
  });

  it('keeps a first message of which the agent has said nothing, and sends it no second time', async () => {
    const task = await scene.aStart(aRunningSandbox());
    scene.agent = () => Promise.reject(new Error('closed the connection'));
    await expect(scene.run(task)).rejects.toThrow();
    scene.agent = async () => undefined;
    await scene.run(task);

    expect(scene.repeated).toEqual([false, true]);
    expect(scene.kept).toEqual([task.start_task_id]);
  });

  it("ends in ERROR with advice for the operator when the model's secret cannot be read", async () => {
    const task = await scene.aStart(aRunningSandbox());
    const sentence = 'The operator has to name the key in the setting llmApiKeySecretKeyArn.';
    const settings = { forStart: () => Promise.reject(new OperatorSecretError(sentence)) };

    const run = { worker: 'one', timeLeft: () => scene.timeLeft, mayStart: async () => true };
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

  it('ignores a task that does not exist', async () => {
    await expect(scene.run(aStartTask())).resolves.toBeUndefined();
  });
});

describe('published end of a start', () => {
  it('is a success with its seconds when the agent has the conversation', async () => {
    const task = await scene.aStart(aRunningSandbox());
    scene.agent = async () => scene.deps.clock.advance(7);

    await scene.run(task);

    const seconds = (scene.deps.now().getTime() - Date.parse(task.created_at)) / 1000;
    const { sandbox_id } = task;
    const spec = 'reference';
    expect(scene.figures.slice(0, 3)).toEqual([
      [
        'StartFailed',
        0,
        'Count',
        expect.objectContaining({ end: 'ready', sandbox_id, spec, start: 'running', seconds }),
      ],
      ['StartSeconds', seconds, 'Seconds'],
      ['StartSeconds', seconds, 'Seconds', {}, { Spec: spec, Start: 'running' }],
    ]);
    expect(seconds).toBeGreaterThanOrEqual(7);
  });

  it('includes the time of each step', async () => {
    const task = await scene.aStart(aRunningSandbox());
    scene.deps.clock.advance(2);
    scene.shell = async () => {
      scene.deps.clock.advance(3);
      return success;
    };
    scene.agent = async () => scene.deps.clock.advance(7);

    await scene.run(task);

    const steps = scene.figures.filter(([name]) => name === 'StepSeconds');
    const begun = (scene.deps.now().getTime() - Date.parse(task.created_at)) / 1000 - 10;
    expect(steps.map(([, seconds, , , by]) => [by, seconds])).toEqual([
      [{ Spec: 'reference', Step: 'START_BEGUN' }, begun],
      [{ Spec: 'reference', Step: 'WORKSPACE_PREPARED' }, 3],
      [{ Spec: 'reference', Step: 'PROJECT_SET_UP' }, 0],
      [{ Spec: 'reference', Step: 'CONVERSATION_CREATED' }, 7],
    ]);
  });

  it.each([
    ['cold', {}],
    ['warm', { claimed: { sandbox_id: 'w', created_at: '2026-11-21T11:00:00.000Z', at: '2026-11-21T12:59:00.000Z' } }],
    ['resume', { launch: aLaunch({ startedBy: 'x', mark: 'm' }, 'snap-1') }],
  ])('names the kind of its sandbox start: %s', async (start, how) => {
    const running = aRunningSandbox({ ...how, step_times: { SANDBOX_RUNNING: '2026-11-21T13:00:00.000Z' } });
    const task = await scene.aStart(running);

    await scene.run(task);

    expect(scene.figures[2]).toEqual([
      'StartSeconds',
      expect.anything(),
      'Seconds',
      {},
      { Spec: 'reference', Start: start },
    ]);
  });

  it('is published once, even if other workers run the task later', async () => {
    const task = await scene.aStart(aRunningSandbox());

    await scene.run(task);
    await scene.run(task);

    expect(scene.figures.filter(([name]) => name === 'StartFailed')).toHaveLength(1);
  });

  it('is a failure of the service when the sandbox failed', async () => {
    const task = await scene.aStart(
      aSandbox({ phase: 'ERROR', desired: 'PAUSED', status_reason: reasons.startTimeout(10) }),
    );

    await scene.run(task);

    expect(scene.figures).toMatchObject([['StartFailed', 1, 'Count', { end: 'sandbox_failed' }]]);
  });

  it('is a failure of the service when the agent server fails repeatedly, and the detail has its output', async () => {
    const task = await scene.aStart(aRunningSandbox());
    scene.agent = async () => {
      throw new AgentFailedError('It answered 500.', { text: 'boom', keep: 'beginning' });
    };

    for (const _ of [1, 2]) await expect(scene.run(task)).rejects.toThrow('500');
    expect(scene.figures).toEqual([]);
    await scene.run(task);

    expect(scene.figures).toMatchObject([['StartFailed', 1, 'Count', { end: 'agent_failed' }]]);
    expect(await scene.read(task)).toMatchObject({
      status: 'ERROR',
      detail: expect.stringMatching(/It answered 500\. boom Several attempts failed/),
    });
  });

  it('is a failure of the service after the deadline', async () => {
    const task = await scene.aStart(aSandbox(), { deadline_at: '2026-11-21T11:59:59.000Z' });

    await scene.run(task);

    expect(scene.figures).toMatchObject([['StartFailed', 1, 'Count', { end: 'too_late' }]]);
  });

  it('is not a failure of the service when the agent refuses the request', async () => {
    const task = await scene.aStart(aRunningSandbox());
    scene.agent = async () => Promise.reject(new StartFailedError('The model is not known.'));

    await scene.run(task);

    expect(scene.figures).toMatchObject([['StartFailed', 0, 'Count', { end: 'refused' }]]);
  });

  it.each([
    ['sandbox_paused', pauseRequested],
    ['sandbox_gone', deleteRequested],
  ] as const)('is not a failure of the service when the owner caused it: %s', async (end, intent) => {
    const sandbox = intent(aSandbox({ phase: 'PAUSED' }), new Date('2026-11-21T12:00:00.000Z'));
    const task = await scene.aStart({
      ...(sandbox ?? aSandbox()),
      phase: end === 'sandbox_gone' ? 'DELETING' : 'PAUSED',
    });

    await scene.run(task);

    expect(scene.figures).toMatchObject([['StartFailed', 0, 'Count', { end }]]);
  });
});

describe('logged times of a start', () => {
  it('name each step once, including the wait for the sandbox', async () => {
    const logged = vi.spyOn(console, 'info').mockReturnValue();
    const task = await scene.aStart(aRunningSandbox());

    await scene.run(task);

    const lines = logged.mock.calls.map(([line]) => line as { event: string; step: string; seconds: number });
    const done = lines.filter(({ event }) => event === 'start task step done').map(({ step }) => step);
    expect(done).toEqual(['WAITING_FOR_SANDBOX', ...ownSteps]);
  });
});

const now = new Date(noon);
const step = (task: Partial<StartTask>, sandbox: Sandbox | undefined, at = now) =>
  nextStartStep(aStartTask(task), sandbox, at, 'me');
const reason = { code: 'x', message: 'No image.', remedy: 'Push it.', retryable: true };

describe('nextStartStep', () => {
  it.each(['READY', 'ERROR'] as const)('leaves a task that is %s unchanged', (status) => {
    expect(step({ status }, undefined)).toEqual({ kind: 'none' });
  });

  it('waits for a starting sandbox, and records that once', () => {
    expect(step({ status: 'WORKING' }, aSandbox())).toEqual({ kind: 'wait-for-sandbox' });
    expect(step({ status: 'WAITING_FOR_SANDBOX' }, aSandbox())).toEqual({ kind: 'none' });
  });

  it('waits again for a restarting sandbox, unless a worker holds the task', () => {
    const leased = { status: 'STARTING_CONVERSATION', lease_until: '2026-11-21T12:00:00.001Z' } as const;

    expect(step({ status: 'STARTING_CONVERSATION' }, aSandbox())).toEqual({ kind: 'wait-for-sandbox' });
    expect(step({ ...leased, lease_holder: 'me' }, aSandbox())).toEqual({ kind: 'wait-for-sandbox' });
    expect(step({ ...leased, lease_holder: 'another' }, aSandbox())).toEqual({ kind: 'none' });
  });

  it('takes the first step when the sandbox runs and no worker holds the task', () => {
    const running = aRunningSandbox();
    const lease_until = '2026-11-21T12:00:00.001Z';

    expect(step({ status: 'WAITING_FOR_SANDBOX' }, running)).toEqual({
      kind: 'perform',
      step: steps[0],
      sandbox: running,
    });
    expect(step({ lease_holder: 'another', lease_until }, running)).toEqual({ kind: 'none' });
    expect(step({ lease_holder: 'me', lease_until }, running).kind).toBe('perform');
    expect(step({ lease_holder: 'another', lease_until: noon }, running).kind).toBe('perform');
  });

  it.each(steps.map(({ status }) => status))('continues with the recorded step: %s', (status: StepStatus) => {
    const running = aRunningSandbox();
    const { generation } = running;

    expect(step({ status, generation }, running)).toMatchObject({ kind: 'perform', step: { status } });
    expect(step({ status, generation: generation - 1 }, running)).toMatchObject({ step: steps[0] });
  });

  it.each<[string, Sandbox | undefined, string]>([
    ['failed', aSandbox({ desired: 'PAUSED', phase: 'ERROR', status_reason: reason }), 'No image. Push it.'],
    ['failed without a reason', aSandbox({ desired: 'PAUSED', phase: 'ERROR' }), 'The sandbox failed to start.'],
    ['was paused', aSandbox({ desired: 'PAUSED', phase: 'PAUSED' }), 'was paused before the conversation started'],
    ['has expired', aSandbox({ desired: 'PAUSED', phase: 'EXPIRED' }), 'has expired, and its workspace with it'],
    [
      'has expired with a reason',
      aSandbox({ desired: 'PAUSED', phase: 'EXPIRED', status_reason: reason }),
      'No image.',
    ],
    ['is being deleted', aRunningSandbox({ desired: 'DELETED' }), 'was deleted before the conversation started'],
    ['is gone', undefined, 'was deleted before the conversation started'],
  ])('fails with the reason when its sandbox %s', (_, sandbox, words) => {
    expect(step({}, sandbox)).toEqual({
      kind: 'fail',
      end: expect.any(String),
      detail: expect.stringContaining(words),
    });
  });

  it('fails at the deadline, even when a worker holds the task', () => {
    const deadline = new Date(aStartTask().deadline_at);
    const leased = { lease_until: '2027-01-01T00:00:00.000Z' };

    expect(step(leased, aRunningSandbox(), new Date(deadline.getTime() - 1)).kind).toBe('none');
    expect(step(leased, aRunningSandbox(), deadline)).toMatchObject({ kind: 'fail' });
  });
});

describe('ended start task', () => {
  it.each(['READY', 'ERROR'] as const)('keeps no secrets: %s', (status) => {
    const task = aStartTask({
      request: { secrets: { A: 'hunter2' }, title: 'T' },
      sealed: { v: 1, key: '', iv: '', data: '', tag: '' },
      replay_json: '[]',
      lease_holder: 'me',
      lease_until: noon,
    });

    const over = advanced(task, now, { status });

    expect(over).toMatchObject({
      version: 2,
      request: { secrets: { A: MASK }, title: 'T' },
      sealed: null,
      replay_json: null,
      lease_holder: null,
      lease_until: null,
    });
    expect(advanced(task, now, { status: 'STARTING_CONVERSATION' }).request).toEqual(task.request);
  });
});

describe('masked request', () => {
  it.each<[Record<string, unknown>, Record<string, unknown>]>([
    [{ secrets: { A: 'x', B: '' } }, { secrets: { A: MASK, B: MASK } }],
    [{ secrets: null }, { secrets: null }],
    [{ title: 'T' }, { title: 'T' }],
  ])('of %o is %o', (request, expected) => {
    expect(masked(request)).toEqual(expected);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  AgentFailedError,
  StartFailedError,
} from '../../../../../../shared/domain/conversations/start/task/start-failed.ts';
import { deleteRequested, pauseRequested } from '../../../../../../shared/domain/sandboxes/intent/intents.ts';
import * as reasons from '../../../../../../shared/presentation/sandbox-reasons.ts';
import { StartTaskScene, success } from '../../../../../support/conversations/start/start-task-scene.ts';
import { aLaunch, aRunningSandbox, aSandbox } from '../../../../../support/sandboxes/sandbox-data.ts';

let scene: StartTaskScene;
beforeEach(() => {
  scene = new StartTaskScene();
});
afterEach(() => vi.restoreAllMocks());

const failing = async () => Promise.reject(new AgentFailedError('The agent server answered 500.'));

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

  it('has the time of each of its own steps', async () => {
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
  ])('says that its sandbox had a %s start', async (start, how) => {
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

  it('is published once, though other workers look at the task later', async () => {
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

  it('is a failure of the service when the agent server fails again and again', async () => {
    const task = await scene.aStart(aRunningSandbox());
    scene.agent = failing;

    for (let tries = 1; tries < 3; tries += 1) await expect(scene.run(task)).rejects.toThrow();
    expect(scene.figures).toEqual([]);
    await scene.run(task);

    expect(scene.figures).toMatchObject([['StartFailed', 1, 'Count', { end: 'agent_failed' }]]);
  });

  it('is a failure of the service when the time is over', async () => {
    const task = await scene.aStart(aSandbox(), { deadline_at: '2026-11-21T11:59:59.000Z' });

    await scene.run(task);

    expect(scene.figures).toMatchObject([['StartFailed', 1, 'Count', { end: 'too_late' }]]);
  });

  it('is no failure of the service when the request asks for what cannot be', async () => {
    const task = await scene.aStart(aRunningSandbox());
    scene.agent = async () => Promise.reject(new StartFailedError('The model is not known.'));

    await scene.run(task);

    expect(scene.figures).toMatchObject([['StartFailed', 0, 'Count', { end: 'refused' }]]);
  });

  it.each([
    ['sandbox_paused', pauseRequested],
    ['sandbox_gone', deleteRequested],
  ] as const)('is no failure of the service when people caused it: %s', async (end, intent) => {
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
  it('name each step once, also the wait for the sandbox', async () => {
    const logged = vi.spyOn(console, 'info').mockReturnValue();
    const task = await scene.aStart(aRunningSandbox());

    await scene.run(task);

    const lines = logged.mock.calls.map(([line]) => line as { event: string; step: string; seconds: number });
    expect(lines.filter(({ event }) => event === 'start task step done').map(({ step }) => step)).toEqual([
      'WAITING_FOR_SANDBOX',
      'PREPARING_REPOSITORY',
      'RUNNING_SETUP_SCRIPT',
      'SETTING_UP_GIT_HOOKS',
      'SETTING_UP_SKILLS',
      'STARTING_CONVERSATION',
    ]);
  });
});

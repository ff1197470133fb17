import { describe, expect, it } from 'vitest';
import {
  endStepsOf,
  reached,
  startStepsOf,
  stepsOf,
} from '../../../../../shared/domain/sandboxes/record/step-times.ts';
import { LifecycleScene } from '../../../../support/sandboxes/lifecycle-scene.ts';

const at = (second: string) => `2026-11-21T12:00:${second}Z`;
const names = (steps: readonly { readonly step: string }[]) => steps.map(({ step }) => step);

describe('times of steps', () => {
  it('are in their order, each with the seconds since the one before', () => {
    expect(stepsOf(['A', 'B', 'C'], { C: at('04.500'), A: at('01.000') })).toEqual([
      { step: 'A', at: at('01.000'), seconds: 0 },
      { step: 'C', at: at('04.500'), seconds: 3.5 },
    ]);
  });

  it('never run backwards, though the clock of AWS may be behind', () => {
    expect(stepsOf(['A', 'B', 'C'], { A: at('02.000'), B: at('01.900'), C: at('03.000') })).toEqual([
      { step: 'A', at: at('02.000'), seconds: 0 },
      { step: 'B', at: at('02.000'), seconds: 0 },
      { step: 'C', at: at('03.000'), seconds: 1 },
    ]);
  });

  it('leave out what AWS does not tell', () => {
    expect(reached({ step_times: { ACCEPTED: at('01.000') } }, { IMAGE_PULLED: null })).toEqual({
      step_times: { ACCEPTED: at('01.000') },
    });
  });

  it('of a start leave out what its task did before, as in a warm pool', () => {
    const step_times = { TASK_RUNNING: at('01.000'), ACCEPTED: at('30.000'), TASK_CLAIMED: at('30.100') };

    expect(names(startStepsOf({ step_times }))).toEqual(['ACCEPTED', 'TASK_CLAIMED']);
  });

  it('are none for a row of an earlier release', () => {
    expect([...startStepsOf({}), ...endStepsOf({})]).toEqual([]);
  });
});

describe('recorded steps', () => {
  it('are those of a start, and of a pause', async () => {
    const scene = await LifecycleScene.running();
    expect(names(startStepsOf(await scene.read()))).toEqual([
      'ACCEPTED',
      'TASK_REQUESTED',
      'TASK_ACCEPTED',
      'IMAGE_PULL_STARTED',
      'IMAGE_PULLED',
      'TASK_RUNNING',
      'AGENT_ANSWERED',
      'AGENT_INITIALISED',
      'SANDBOX_RUNNING',
    ]);

    await scene.want('pause');
    await scene.minutes(5);

    expect(await scene.read()).toMatchObject({ phase: 'PAUSED' });
    expect(names(endStepsOf(await scene.read()))).toEqual([
      'STOP_REQUESTED',
      'STOP_DECIDED',
      'STOP_SENT',
      'TASK_STOPPED',
      'SNAPSHOT_STARTED',
      'WORKSPACE_SAVED',
    ]);
  });

  it('of a resume that overtakes a pause begin with its request, and nothing of the run before is among them', async () => {
    const scene = await LifecycleScene.running();
    await scene.want('pause');
    await scene.want('resume');
    const asked = (await scene.read()).resume_requested_at;
    await scene.minutes(5);

    const row = await scene.read();

    expect(row).toMatchObject({ phase: 'RUNNING', resume_requested_at: null });
    expect(startStepsOf(row)[0]).toEqual({ step: 'ACCEPTED', at: asked, seconds: 0 });
    expect(endStepsOf(row)).toEqual([]);
  });
});

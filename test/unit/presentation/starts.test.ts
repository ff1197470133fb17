import { describe, expect, it } from 'vitest';
import { stagesOf } from '../../../shared/presentation/starts.ts';

const step = (name: string, seconds: number) => ({ step: name, seconds, at: '2026-11-24T03:36:28.325Z' });

const steps = [
  step('ACCEPTED', 0),
  step('TASK_REQUESTED', 1),
  step('SANDBOX_RUNNING', 2),
  step('START_BEGUN', 0.5),
  step('WORKSPACE_PREPARED', 4),
];

describe('the stages of a start', () => {
  it('are done, under way or to come, with the time of those that are done', () => {
    expect(stagesOf({ status: 'RUNNING_SETUP_SCRIPT', steps })).toEqual([
      { name: 'Start the sandbox', state: 'done', seconds: 3.5 },
      { name: 'Prepare the workspace', state: 'done', seconds: 4 },
      { name: 'Set up the project', state: 'now' },
      { name: 'Start the agent', state: 'next' },
    ]);
  });

  it('fail where the last step was reached', () => {
    expect(stagesOf({ status: 'ERROR', steps: steps.slice(0, 4) }).map(({ state }) => state)).toEqual([
      'done',
      'failed',
      'next',
      'next',
    ]);
    expect(stagesOf({ status: 'ERROR' })[0]?.state).toBe('failed');
  });

  it('are all done at the end', () => {
    expect(stagesOf({ status: 'READY' }).every(({ state }) => state === 'done')).toBe(true);
  });
});

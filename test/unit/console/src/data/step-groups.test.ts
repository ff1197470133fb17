import { describe, expect, it } from 'vitest';
import { groupsOf } from '../../../../../console/src/data/steps.ts';

const step = (name: string, seconds: number) => ({ step: name, at: '2026-11-24T10:00:00Z', seconds });

describe('The steps of a sandbox', () => {
  it('are those of its start, and those of its stop with a beginning of its own', () => {
    const steps = [step('ACCEPTED', 0), step('TASK_REQUESTED', 1.5), step('SANDBOX_RUNNING', 2)];
    const ending = [step('STOP_REQUESTED', 0), step('STOP_SENT', 3)];
    const groups = groupsOf([...steps, ...ending]);
    expect(groups.map(({ name, seconds, begun }) => [name, seconds, begun.step])).toEqual([
      ['Start', 3.5, 'ACCEPTED'],
      ['Stop', 3, 'STOP_REQUESTED'],
    ]);
    expect(groups[0]?.steps.map(({ step, offset }) => [step, offset])).toEqual([
      ['TASK_REQUESTED', 0],
      ['SANDBOX_RUNNING', 1.5],
    ]);
  });

  it('include a stop that the service itself began', () => {
    expect(groupsOf([step('ACCEPTED', 0), step('STOP_DECIDED', 0)]).map(({ name }) => name)).toEqual(['Start', 'Stop']);
  });

  it('are none before the first one', () => {
    expect(groupsOf([])).toEqual([]);
  });
});

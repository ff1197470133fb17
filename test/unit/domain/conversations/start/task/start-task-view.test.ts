import { describe, expect, it } from 'vitest';
import { StartRequest } from '../../../../../../shared/contract/shapes/start-request.ts';
import {
  startTaskView,
  startTaskWithSteps,
} from '../../../../../../shared/domain/conversations/start/task/start-task-view.ts';
import { aStartTask } from '../../../../../support/conversations/record/conversation-data.ts';

describe('startTaskView', () => {
  it('shows every field of a request, but only the names of its secrets', () => {
    const request = StartRequest.parse({ title: 'T', secrets: { TOKEN: 'tell-no-one' } });

    const { request: shown } = startTaskView(aStartTask({ request }));

    expect(shown).toEqual({ ...request, secrets: { TOKEN: '**********' } });
  });

  it('shows the steps from its acceptance on, without what its sandbox did before', () => {
    const created_at = '2026-11-21T12:00:00.000Z';
    const step_times = {
      ACCEPTED: '2026-11-21T11:59:00.000Z',
      TASK_RUNNING: '2026-11-21T11:59:59.000Z',
      SANDBOX_RUNNING: '2026-11-21T12:00:02.000Z',
      START_BEGUN: '2026-11-21T12:00:02.250Z',
    };

    const { steps } = startTaskWithSteps(
      aStartTask({ created_at, step_times, status: 'READY', updated_at: '2026-11-21T12:00:04.250Z' }),
    );

    expect(steps).toEqual([
      { step: 'ACCEPTED', at: created_at, seconds: 0 },
      { step: 'SANDBOX_RUNNING', at: step_times.SANDBOX_RUNNING, seconds: 2 },
      { step: 'START_BEGUN', at: step_times.START_BEGUN, seconds: 0.25 },
      { step: 'READY', at: '2026-11-21T12:00:04.250Z', seconds: 2 },
    ]);
  });

  it('shows no step of a passed state that came after it', () => {
    const at = (second: string) => `2026-11-21T12:00:${second}.000Z`;
    const step_times = { SANDBOX_RUNNING: at('02'), START_BEGUN: at('03'), CONVERSATION_CREATED: at('05') };
    const task = aStartTask({ created_at: at('00'), step_times, status: 'READY', updated_at: at('05') });

    const { steps } = startTaskWithSteps({ ...task, status: 'PREPARING_REPOSITORY', updated_at: at('03') });

    expect(steps?.map(({ step }) => step)).toEqual(['ACCEPTED', 'SANDBOX_RUNNING', 'START_BEGUN']);
  });

  it('shows no steps in lists, whose rows are many', () => {
    expect(startTaskView(aStartTask())).not.toHaveProperty('steps');
  });

  it('shows only the fields of the row that it names', () => {
    const request = { ...StartRequest.parse({}), later: 'tell-no-one' };
    const row = { ...aStartTask({ request }), sandbox_key: 'tell-no-one', later: 'tell-no-one' };

    expect(JSON.stringify(startTaskView(row))).not.toContain('tell-no-one');
  });
});

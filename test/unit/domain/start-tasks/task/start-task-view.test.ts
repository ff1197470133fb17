import { describe, expect, it } from 'vitest';
import { StartRequest } from '../../../../../shared/contract/shapes/start-request.ts';
import { startTaskView } from '../../../../../shared/domain/start-tasks/task/start-task-view.ts';
import { aStartTask } from '../../../../support/conversations/conversation-data.ts';

describe('startTaskView', () => {
  it('shows every field of a request, but only the names of its secrets', () => {
    const request = StartRequest.parse({ title: 'T', secrets: { TOKEN: 'tell-no-one' } });

    const { request: shown } = startTaskView(aStartTask({ request }));

    expect(shown).toEqual({ ...request, secrets: { TOKEN: '**********' } });
  });

  it('shows only the fields of the row that it names', () => {
    const request = { ...StartRequest.parse({}), later: 'tell-no-one' };
    const row = { ...aStartTask({ request }), sandbox_key: 'tell-no-one', later: 'tell-no-one' };

    expect(JSON.stringify(startTaskView(row))).not.toContain('tell-no-one');
  });
});

import { describe, expect, it } from 'vitest';
import type { StartTask } from '../../../../../console/src/api/shapes.ts';
import { searchOf } from '../../../../../console/src/pages/conversations/list/list-search.ts';
import { startsToShow } from '../../../../../console/src/pages/conversations/queries.ts';

const task = (id: string, conversation_id: string, status: StartTask['status']): StartTask => ({
  id,
  created_by_user_id: 'ann',
  status,
  detail: null,
  conversation_id,
  app_conversation_id: null,
  sandbox_id: null,
  agent_server_url: null,
  request: {},
  created_at: '2026-11-24T03:36:28.325Z',
  updated_at: '2026-11-24T03:36:28.325Z',
});

describe('filters of the conversation list', () => {
  it("a date filter includes its last day, in the reader's time zone", () => {
    expect(searchOf({ title: 'a', from: '2026-11-20', until: '2026-11-20', subs: 'yes' })).toEqual({
      title__contains: 'a',
      created_at__gte: new Date(2026, 10, 20).toISOString(),
      created_at__lt: new Date(2026, 10, 21).toISOString(),
      include_sub_conversations: true,
    });
  });

  it('an invalid date is left out', () => {
    expect(searchOf({ from: 'yesterday', until: '999999-1-1', changed_until: '2026-11' })).toEqual({});
  });
});

describe('starts above the conversation list', () => {
  it('they are the last start of each conversation that is not ready', () => {
    const tasks = [
      task('4', 'a', 'READY'),
      task('3', 'b', 'WORKING'),
      task('2', 'a', 'ERROR'),
      task('1', 'c', 'ERROR'),
    ];
    expect(startsToShow(tasks).map(({ id }) => id)).toEqual(['3', '1']);
  });
});

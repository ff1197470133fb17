import { describe, expect, it } from 'vitest';
import type { Sandbox, StartTask } from '../../../../../console/src/api/shapes.ts';
import { dayBegin } from '../../../../../console/src/pages/overview/overview-page.tsx';
import { failuresOf } from '../../../../../console/src/pages/overview/recent-failures.tsx';
import { statsOf } from '../../../../../console/src/pages/overview/starts-today.tsx';

it("a day begins at midnight, in UTC or in the reader's time zone", () => {
  const moment = new Date('2026-11-24T15:30:00Z');
  expect(dayBegin(moment, true).toISOString()).toBe('2026-11-24T00:00:00.000Z');
  expect(dayBegin(moment, false)).toEqual(new Date(moment.getFullYear(), moment.getMonth(), moment.getDate()));
});

const resources = { cpu: 1, memory_gb: 4, disk_gb: 20, requested: null };

const sandbox = (id: string, status: Sandbox['status'], time: string): Sandbox => ({
  id,
  created_by_user_id: 'owner',
  sandbox_spec_id: 'reference',
  status,
  resources,
  next_resources: null,
  capacity: 'on_demand',
  session_api_key: null,
  exposed_urls: null,
  created_at: '2026-11-24T09:00:00Z',
  status_detail: 'It broke. Resume it.',
  transitions: [{ state: 'ERROR', reason: 'agent_not_ready', time }],
  deadline_at: null,
  idle_at: null,
  workspace: null,
  expires_at: null,
  pause_reason: null,
  wake: {},
});

const start = (id: string, status: StartTask['status'], updated_at: string, sandbox_id: string): StartTask => ({
  id,
  created_by_user_id: 'owner',
  status,
  resources,
  prebuild_id: null,
  detail: 'No such repository.',
  conversation_id: `conversation-${id}`,
  app_conversation_id: null,
  sandbox_id,
  agent_server_url: null,
  request: {},
  created_at: '2026-11-24T09:00:00Z',
  updated_at,
});

describe('recent failures', () => {
  it('failures are listed newest first, in the words of the service', () => {
    const failures = failuresOf(
      [sandbox('a', 'ERROR', '2026-11-24T10:00:00Z'), sandbox('b', 'RUNNING', '2026-11-24T11:00:00Z')],
      [start('1', 'ERROR', '2026-11-24T10:30:00Z', 'b'), start('2', 'READY', '2026-11-24T10:40:00Z', 'b')],
    );
    expect(failures.map(({ kind, id, code, detail }) => [kind, id, code, detail])).toEqual([
      ['start', 'conversation-1', null, 'No such repository.'],
      ['sandbox', 'a', 'agent_not_ready', 'It broke. Resume it.'],
    ]);
  });

  it('a start is omitted after its conversation was started again or deleted', () => {
    const again = { ...start('2', 'READY', '2026-11-24T10:40:00Z', 'b'), conversation_id: 'conversation-1' };
    const failed = [start('3', 'ERROR', '2026-11-24T10:20:00Z', 'd'), start('1', 'ERROR', '2026-11-24T10:30:00Z', 'b')];
    const gone = start('4', 'ERROR', '2026-11-24T10:10:00Z', 'c');

    const failures = failuresOf([], [again, ...failed, gone], (id) => id === gone.conversation_id);

    expect(failures.map(({ id }) => id)).toEqual(['conversation-3']);
  });

  it('a start that failed with its sandbox is listed once', () => {
    const failures = failuresOf(
      [sandbox('a', 'ERROR', '2026-11-24T10:00:00Z')],
      [start('1', 'ERROR', '2026-11-24T10:00:01Z', 'a')],
    );
    expect(failures.map(({ kind }) => kind)).toEqual(['sandbox']);
  });
});

const created_at = '2026-11-24T10:00:00.000Z';
const task = (status: 'READY' | 'ERROR' | 'WORKING', seconds: number) => ({
  status,
  created_at,
  updated_at: new Date(Date.parse(created_at) + seconds * 1000).toISOString(),
});

describe('statistics of starts', () => {
  it('starts are counted by result, and ready ones are timed', () => {
    const stats = statsOf([
      task('READY', 9),
      task('ERROR', 500),
      task('READY', 3),
      task('WORKING', 1),
      task('READY', 5),
    ]);
    expect(stats).toEqual({ all: 5, ready: 3, failed: 1, underWay: 1, median: 5_000, slowest: 9_000 });
  });

  it('the median of an even number is the mean of the middle two', () => {
    expect(statsOf([task('READY', 2), task('READY', 4)]).median).toBe(3_000);
  });

  it('without a ready start there are no times', () => {
    expect(statsOf([task('ERROR', 2)])).toMatchObject({ median: undefined, slowest: undefined });
  });
});

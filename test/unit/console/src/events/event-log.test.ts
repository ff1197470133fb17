import { expect, test } from 'vitest';
import {
  type OutgoingMessage,
  unconfirmed,
} from '../../../../../console/src/pages/conversations/events/composer/outbox.ts';
import { wayOf } from '../../../../../console/src/pages/conversations/events/composer/way-to-agent.ts';
import { EventLog } from '../../../../../console/src/pages/conversations/events/feed/event-log.ts';
import { fileChangeOf } from '../../../../../console/src/pages/conversations/events/model/file-change.ts';
import { filterRows } from '../../../../../console/src/pages/conversations/events/model/row-filter.ts';
import {
  pendingCalls,
  riskOf,
  rowsOf,
  type ToolRow,
} from '../../../../../console/src/pages/conversations/events/model/timeline-rows.ts';
import { toolCallOf } from '../../../../../shared/presentation/events/tool-call.ts';
import { call, event, message, result } from '../../../presentation/events/sample-events.ts';

const texts = (log: EventLog) => log.events.map(({ content }) => (content.type === 'message' ? content.text : ''));

test('an event from both sources is listed once', () => {
  const log = new EventLog();
  const [first, second] = [message('user', 'one'), message('agent', 'two')];
  expect(log.add([first, second])).toHaveLength(2);
  expect(log.add([second, first])).toHaveLength(0);
  expect(texts(log)).toEqual(['one', 'two']);
});

test('events are ordered by time, in whatever order they arrive', () => {
  const [one, two, three, four] = ['one', 'two', 'three', 'four'].map((text) => message('user', text));
  const log = new EventLog();
  log.add([three]);
  log.add([one]);
  log.add([four]);
  log.add([two]);
  expect(texts(log)).toEqual(['one', 'two', 'three', 'four']);
  expect(log.newest).toBe(log.events[3]?.at);
});

test('events with the same time keep their order of arrival', () => {
  const timestamp = '2026-11-24T03:53:37.061415';
  const log = new EventLog();
  log.add(['one', 'two'].map((text) => ({ ...message('user', text), timestamp })));
  log.add([{ ...message('user', 'three'), timestamp }]);
  expect(texts(log)).toEqual(['one', 'two', 'three']);
});

test('a returned list does not change', () => {
  const log = new EventLog();
  log.add([message('user', 'one')]);
  const { events } = log;
  log.add([message('user', 'two')]);
  expect(events).toHaveLength(1);
});

const sent = (id: string, text: string, after?: string): OutgoingMessage => ({ id, text, after, state: 'delivered' });

test('a sent message is pending until a later event has its text', () => {
  const log = new EventLog();
  log.add([message('user', 'Hi')]);
  const outbox = [sent('one', 'Hi', log.newest), sent('two', 'Hi', log.newest)];
  expect(unconfirmed(outbox, log.events)).toHaveLength(2);
  log.add([message('agent', 'Hi')]);
  expect(unconfirmed(outbox, log.events)).toHaveLength(2);
  log.add([message('user', 'Hi')]);
  expect(unconfirmed(outbox, log.events)).toHaveLength(1);
  log.add([message('user', 'Hi')]);
  expect(unconfirmed(outbox, log.events)).toHaveLength(0);
});

test('the sandbox status decides how a message is sent, and the scopes whether it is', () => {
  const all = () => true;
  expect(wayOf('RUNNING', null, all).type).toBe('send');
  expect(wayOf('RUNNING', 'waiting_for_confirmation', all)).toMatchObject({
    type: 'reject',
    action: 'Reject and send',
  });
  expect(wayOf('PAUSED', 'waiting_for_confirmation', all)).toMatchObject({ type: 'none' });
  expect(wayOf('STARTING', null, all).type).toBe('queue');
  expect(wayOf('PAUSED', null, all)).toMatchObject({ type: 'resume', action: 'Resume and send' });
  expect(wayOf('ERROR', null, all).type).toBe('resume');
  expect(wayOf('MISSING', null, all).type).toBe('none');
  expect(wayOf('RUNNING', null, () => false)).toMatchObject({ hint: expect.stringContaining('conversations:write') });
  const mayNotResume = (operation: string) => !operation.includes('resume');
  expect(wayOf('PAUSED', null, mayNotResume)).toMatchObject({ hint: expect.stringContaining('sandboxes:write') });
});

function logOf(...events: unknown[]): EventLog {
  const log = new EventLog();
  log.add(events);
  return log;
}

const rowsIn = (...events: unknown[]) => rowsOf(logOf(...events).events);

function toolIn(...events: unknown[]): ToolRow {
  const [row] = rowsIn(...events);
  if (row?.type !== 'tool') throw new Error('the first row is no tool call');
  return row;
}

test('a result is shown in the row of its call', () => {
  const rows = rowsIn(
    call('a', { command: 'ls' }),
    call('b', { command: 'pwd' }),
    result('b', { exit_code: 0 }),
    message('agent', 'Done'),
    result('a', { exit_code: 2 }),
  );
  expect(rows.map((row) => row.type)).toEqual(['tool', 'tool', 'event']);
  const [first, second] = rows.flatMap((row) => (row.type === 'tool' ? [toolCallOf(row)] : []));
  expect(first).toMatchObject({ subject: 'ls', outcome: 'failed', exitCode: 2 });
  expect(second).toMatchObject({ subject: 'pwd', outcome: 'done', exitCode: 0, duration: 2000 - 1000 });
});

test('a result has its own row until its call is loaded', () => {
  const [action, observation] = [call('a', { command: 'ls' }), result('a', { content: 'out' })];
  const log = logOf(observation);
  expect(rowsOf(log.events)).toMatchObject([{ type: 'tool', action: undefined }]);
  log.add([action]);
  expect(rowsOf(log.events)).toMatchObject([{ type: 'tool', key: action.id, result: { id: observation.id } }]);
});

test('the result of finish is hidden, as it repeats the message', () => {
  const rows = rowsIn(call('f', { kind: 'FinishAction', message: 'Bye' }), result('f', { content: 'Bye' }));
  expect(rows).toHaveLength(1);
});

test('a call that is announced several times is one row', () => {
  const foreign = (status: string, fields: object = {}) =>
    event('ACPToolCallEvent', { tool_call_id: 'x', tool_kind: 'read', title: 'Read a', status, ...fields });
  const rows = rowsIn(foreign('pending'), foreign('in_progress'), foreign('completed', { raw_output: 'text' }));
  expect(rows).toHaveLength(1);
  expect(toolCallOf(rows[0] as ToolRow)).toMatchObject({ tool: 'read', subject: 'Read a', outcome: 'done' });
});

test('rows keep their identity while their events do', () => {
  const log = logOf(call('a', { command: 'ls' }), message('user', 'Hm'));
  const before = rowsOf(log.events);
  log.add([result('a', {})]);
  const after = rowsOf(log.events);
  expect(after[0]).not.toBe(before[0]);
  expect(after[1]).toBe(before[1]);
  expect(rowsOf(log.events)[0]).toBe(after[0]);
});

test('a collapsed call shows its subject', () => {
  const subjectOf = (action: object, fields: object = {}) => toolCallOf(toolIn(call('a', action, fields))).subject;
  expect(subjectOf({ command: 'npm test\n  --all' })).toBe('npm test --all');
  expect(subjectOf({ command: 'view', path: '/w/a.ts' })).toBe('view /w/a.ts');
  expect(subjectOf({ task_list: [{ title: 'one' }, {}] })).toBe('2 tasks');
  expect(subjectOf({ kind: 'MCPToolAction', data: { query: 'cats' } })).toBe('cats');
  expect(subjectOf({ kind: 'Odd', other: 'words' })).toBe('words');
  expect(subjectOf({ kind: 'Odd' }, { summary: 'does it' })).toBe('does it');
});

test('pending calls are the last ones, even if bookkeeping events follow', () => {
  const before = [call('a', {}), message('user', 'Hm')];
  const asked = [call('b', { command: 'rm' }, { security_risk: 'HIGH' }), call('c', { command: 'ls' })];
  const notes = [event('SecurityAnalysisEvent', { risks: {} }), event('FutureEvent')];
  const rows = rowsIn(...before, ...asked, ...notes);
  const pending = pendingCalls(rows);
  expect(pending.map((row) => toolCallOf(row).subject)).toEqual(['rm', 'ls']);
  expect(pending.map(riskOf)).toEqual(['HIGH', undefined]);
  expect(pendingCalls(rowsIn(...asked, result('c', {})))).toEqual([]);
});

test('rows are filtered by kind and by text', () => {
  const rows = rowsIn(
    message('user', 'Where is (a+b)?'),
    event('ConversationStateUpdateEvent', { key: 'stats', value: {} }),
    event('ConversationStateUpdateEvent', { key: 'execution_status', value: 'running' }),
    call('a', { command: 'grep' }),
    result('a', { is_error: true, content: [{ text: 'found in FILE.ts' }] }),
    event('ConversationErrorEvent', { code: 'Bad' }),
  );
  const count = (kind: Parameters<typeof filterRows>[1], search = '') => filterRows(rows, kind, search).length;
  expect([count('all'), count('main'), count('messages'), count('tools'), count('states'), count('errors')]).toEqual([
    5, 4, 1, 1, 2, 2,
  ]);
  expect(count('main', ' file.TS ')).toBe(1);
  expect(count('main', '(a+b)?')).toBe(1);
  expect(count('main', 'nowhere')).toBe(0);
});

test('a successful edit is shown as a change of a file', () => {
  const action = { command: 'str_replace', path: '/a', old_str: 'x', new_str: 'y' };
  expect(fileChangeOf(toolIn(call('a', action)))).toEqual({ path: '/a', before: 'x', after: 'y', isPart: true });
  const whole = { old_content: 'ax', new_content: 'ay' };
  expect(fileChangeOf(toolIn(call('a', action), result('a', whole)))).toMatchObject({ before: 'ax', isPart: false });
  expect(fileChangeOf(toolIn(call('a', action), result('a', { is_error: true })))).toBeUndefined();
  const created = { command: 'create', path: '/b', file_text: 'new' };
  expect(fileChangeOf(toolIn(call('a', created)))).toMatchObject({ before: '', after: 'new' });
  expect(fileChangeOf(toolIn(call('a', { command: 'view', path: '/b' })))).toBeUndefined();
});

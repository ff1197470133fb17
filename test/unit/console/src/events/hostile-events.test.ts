import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { EventFeed } from '../../../../../console/src/pages/conversations/events/feed/event-feed.ts';
import { EventLog } from '../../../../../console/src/pages/conversations/events/feed/event-log.ts';
import { fileChangeOf } from '../../../../../console/src/pages/conversations/events/model/file-change.ts';
import {
  filterRows,
  type RowKind,
  rowKinds,
} from '../../../../../console/src/pages/conversations/events/model/row-filter.ts';
import { rowsOf } from '../../../../../console/src/pages/conversations/events/model/timeline-rows.ts';
import { EventRow } from '../../../../../console/src/pages/conversations/events/rows/event-row.tsx';
import { OpenRows, OpenRowsContext } from '../../../../../console/src/pages/conversations/events/rows/fold.tsx';
import { TaskList } from '../../../../../console/src/pages/conversations/events/rows/tool-details.tsx';
import { ToolRow } from '../../../../../console/src/pages/conversations/events/rows/tool-row.tsx';
import { ServiceText } from '../../../../../console/src/pages/sandboxes/sandbox-facts.tsx';
import { readEventFrame } from '../../../../../shared/client/agent-events.ts';
import { latestStatus } from '../../../../../shared/presentation/events/read-event.ts';
import { toolCallOf } from '../../../../../shared/presentation/events/tool-call.ts';
import { event, message } from '../../../presentation/events/sample-events.ts';

/** Unfolds everything, so that everything is rendered. */
const allOpen: OpenRows = Object.assign(new OpenRows(), { has: () => true });

/** Reads events and renders their rows unfolded. */
function drawn(events: readonly unknown[], open = allOpen): string {
  const log = new EventLog();
  log.add(events);
  latestStatus(log.events);
  const rows = rowsOf(log.events);
  for (const kind of Object.keys(rowKinds) as RowKind[]) filterRows(rows, kind, 'a');
  const elements = rows.map((row) => {
    if (row.type === 'event') return createElement(EventRow, { key: row.key, event: row.event });
    toolCallOf(row);
    fileChangeOf(row);
    return createElement(ToolRow, { key: row.key, row, openCalls: 'working' });
  });
  return renderToStaticMarkup(createElement(OpenRowsContext, { value: open }, elements));
}

const kinds = [
  'MessageEvent',
  'ActionEvent',
  'ObservationEvent',
  'UserRejectObservation',
  'AgentErrorEvent',
  'ACPToolCallEvent',
  'ConversationErrorEvent',
  'ConversationStateUpdateEvent',
  'SystemPromptEvent',
  'Condensation',
  'PauseEvent',
  '__proto__',
];

/** The fields that the console reads, at any level. */
const fields = [
  ...['id', 'kind', 'timestamp', 'source', 'llm_message', 'content', 'text', 'image_urls', 'action', 'observation'],
  ...['tool_name', 'tool_call_id', 'action_id', 'thought', 'thinking_blocks', 'thinking', 'reasoning_content'],
  ...['summary', 'command', 'path', 'file_text', 'old_str', 'new_str', 'old_content', 'new_content', 'task_list'],
  ...['title', 'status', 'notes', 'exit_code', 'metadata', 'is_error', 'error', 'output', 'data', 'key', 'value'],
  ...['usage_to_metrics', 'accumulated_cost', 'code', 'detail', 'system_prompt', 'dynamic_context', 'tools', 'name'],
  ...['raw_input', 'raw_output', 'rejection_reason', 'forgotten_event_ids', 'message', 'toString', '__proto__'],
];

const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, 0, -1, 1e308, '', 'a', 'execution_status', 'stats', 'view', 'create', 'constructor'),
    fc.constantFrom(
      '__proto__',
      'TerminalAction',
      'FinishAction',
      '\u001b[31mred\rx',
      '\u202e',
      '+275760-09-13T00:00:00Z',
    ),
    fc.string({ unit: 'binary' }),
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...fields), tie('any'), { maxKeys: 8, noNullPrototype: true }),
  ),
})).any;

const hostile = fc
  .tuple(fc.constantFrom(...kinds), fc.string({ minLength: 1 }), fc.dictionary(fc.constantFrom(...fields), value))
  .map(([kind, id, rest]) => ({ ...rest, kind, id }));

/** Lazy parts of the page render from the second time on. */
beforeAll(async () => {
  const command = event('ActionEvent', { tool_call_id: 'c', action: { kind: 'TerminalAction', command: 'ls' } });
  const edit = event('ActionEvent', { tool_call_id: 'd', action: { command: 'create', path: 'a', file_text: 'b' } });
  const samples = [message('agent', '**bold**'), command, edit];
  const signs = ['<strong>', '<figure', '$ </span>ls'];
  await vi.waitFor(() => expect(signs.filter((sign) => !drawn(samples).includes(sign))).toEqual([]), 20_000);
});

describe('hostile events', () => {
  test('events with arbitrary fields are parsed and rendered', () => {
    fc.assert(
      fc.property(fc.array(hostile, { minLength: 1, maxLength: 4 }), (events) => {
        drawn(events);
      }),
      { numRuns: 1_500 },
    );
  });

  test.each(['__proto__', 'constructor', 'toString', { toString: 1, valueOf: 1 }])(
    'a task can have the status %j',
    (status) => {
      const tasks = JSON.parse(JSON.stringify([{ title: 'a', status }]));
      expect(renderToStaticMarkup(createElement(TaskList, { tasks }))).toContain('a');
    },
  );

  test('an invalid timestamp in a text stays as it is', () => {
    const text = 'paused at 2026-99-99T99:99:99Z';
    expect(renderToStaticMarkup(createElement(ServiceText, { text }))).toBe(text);
  });

  test('frames that nest too deep or are too long are dropped', () => {
    const nested = (depth: number) => `{"id":"a","b":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    expect(readEventFrame(nested(63))).toMatchObject({ id: 'a' });
    expect(readEventFrame(nested(64))).toBeUndefined();
    expect(readEventFrame(nested(100_000))).toBeUndefined();
    expect(readEventFrame(JSON.stringify({ id: 'a', text: 'x'.repeat(11_000_000) }))).toBeUndefined();
    for (const frame of ['', 'null', '7', '"a"', '{', undefined]) expect(readEventFrame(frame)).toBeUndefined();
  });

  test('an event with an invalid time takes the time of the previous one', () => {
    const log = new EventLog();
    const times = ['2026-11-24T00:00:00Z', '+275760-09-13T00:00:00Z', '9999-12-31T23:59:59-14:00', '-000001-01-01'];
    log.add(times.map((timestamp) => ({ ...message('agent', ''), timestamp })));
    expect(new Set(log.events.map(({ at }) => at))).toEqual(new Set(['2026-11-24T00:00:00.000000Z']));
  });

  test('an event with a future time does not hide current events', async () => {
    for (const timestamp of ['9999-01-01T00:00:00Z', '0000-01-01T00:00:00Z']) {
      const events = [{ ...message('agent', ''), timestamp }];
      const feed = new EventFeed({
        older: async () => ({ events, next: null }),
        since: async function* () {},
        one: async () => undefined,
      });
      await feed.loadOlder();
      const after = feed.after() ?? '';
      expect([after >= '1970', after <= new Date().toISOString()]).toEqual([true, true]);
    }
  });

  test('long names are cut', () => {
    const long = 'x'.repeat(1_000_000);
    const state = event('ConversationStateUpdateEvent', { key: long, value: long });
    const action = event('ActionEvent', { tool_name: long, summary: long, tool_call_id: 'c' });
    const events = [state, action, event('ConversationErrorEvent', { code: long })];
    expect(drawn(events, new OpenRows()).length).toBeLessThan(20_000);
  });
});

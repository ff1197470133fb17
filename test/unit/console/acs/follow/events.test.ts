import { describe, expect, it } from 'vitest';
import { eventLine } from '../../../../../console/acs/follow/event-line.ts';
import { socketAddress } from '../../../../../console/acs/follow/live-events.ts';
import { SeenEvents } from '../../../../../console/acs/follow/seen-events.ts';
import { Output } from '../../../../../console/acs/output/output.ts';

const out = new Output({ json: false, utc: true });
const event = (fields: object) => ({ id: 'e-1', timestamp: '2026-11-24T12:00:00.123456', ...fields });

describe('eventLine', () => {
  it('shows a tool call and its output in a line each, which fits a terminal', () => {
    const action = event({ kind: 'ActionEvent', tool_name: 'terminal', action: { command: 'ls\n-la' } });
    const observation = { exit_code: 1, is_error: false, content: [{ type: 'text', text: 'a\nb\u001b[2J' }] };
    expect(eventLine(action, out, undefined)).toBe('2026-11-24T12:00:00Z  ▸ terminal: ls -la');
    expect(eventLine(event({ kind: 'ObservationEvent', observation }), out, undefined)).toMatch(/✗ exit 1 a b$/);
    expect(eventLine(action, out, 30)).toBe('2026-11-24T12:00:00Z  ▸ termi…');
  });

  it('shows all lines of a message, whatever the width', () => {
    const said = { content: [{ type: 'text', text: 'First.\nSecond.' }] };
    const shown = eventLine(event({ kind: 'MessageEvent', source: 'agent', llm_message: said }), out, 30);
    expect(shown.split('\n').map((line) => line.trim())).toEqual(['2026-11-24T12:00:00Z  agent First.', 'Second.']);
  });

  it('names an event that it does not know', () => {
    expect(eventLine(event({ kind: 'NewEvent' }), out, undefined)).toContain('· NewEvent');
  });
});

describe('SeenEvents', () => {
  it('lets each event pass once, and asks again from before the newest', () => {
    const seen = new SeenEvents();
    expect([seen.isNew(event({})), seen.isNew(event({})), seen.isNew(event({ id: 'e-2' }))]).toEqual([
      true,
      false,
      true,
    ]);
    expect(seen.from?.toISOString()).toBe('2026-11-24T11:59:00.123Z');
  });

  it('lets nothing pass that is older than wanted', () => {
    const since = new Date('2026-11-24T12:00:00.500Z');
    const seen = new SeenEvents(since);
    expect(seen.isNew(event({}))).toBe(false);
    expect(seen.isNew(event({ id: 'e-2', timestamp: '2026-11-24T12:00:01' }))).toBe(true);
    expect(seen.from).toEqual(since);
  });
});

describe('socketAddress', () => {
  const url = 'https://a.example.com/sandbox/api/conversations/0193';

  it('lies beside the conversation, and asks for what was missed', () => {
    expect(socketAddress({ url, from: undefined })).toBe(
      'wss://a.example.com/sandbox/sockets/events/0193?resend_mode=all',
    );
    expect(socketAddress({ url, from: new Date('2026-11-24T12:00:00Z') })).toContain(
      '?resend_mode=since&after_timestamp=2026-11-24T12%3A00%3A00.000',
    );
  });
});

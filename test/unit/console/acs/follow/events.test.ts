import { describe, expect, it } from 'vitest';
import { eventLine, isBookkeeping } from '../../../../../console/acs/follow/event-line.ts';
import { SeenEvents } from '../../../../../console/acs/follow/seen-events.ts';
import { Output } from '../../../../../console/acs/output/output.ts';

const out = new Output({ json: false, utc: true });
const event = (fields: object) => ({ id: 'e-1', timestamp: '2026-01-24T12:00:00.123456', ...fields });

describe('eventLine', () => {
  it('shows a tool call and its output in a line each, which fits a terminal', () => {
    const action = event({ kind: 'ActionEvent', tool_name: 'terminal', action: { command: 'ls\n-la' } });
    const observation = { exit_code: 1, is_error: false, content: [{ type: 'text', text: 'a\nb\u001b[2J' }] };
    expect(eventLine(action, out, undefined)).toBe('2026-01-24T12:00:00Z  ▸ terminal: ls -la');
    expect(eventLine(event({ kind: 'ObservationEvent', observation }), out, undefined)).toMatch(/✗ exit 1 a b$/);
    expect(eventLine(action, out, 30)).toBe('2026-01-24T12:00:00Z  ▸ termi…');
  });

  it('shows all lines of a message, whatever the width', () => {
    const said = { content: [{ type: 'text', text: 'First.\nSecond.' }] };
    const shown = eventLine(event({ kind: 'MessageEvent', source: 'agent', llm_message: said }), out, 30);
    expect(shown.split('\n').map((line) => line.trim())).toEqual(['2026-01-24T12:00:00Z  agent First.', 'Second.']);
  });

  it('breaks the lines of a message between words where the terminal ends', () => {
    const said = { content: [{ type: 'text', text: 'The command ended with exit code 0.' }] };
    const shown = eventLine(event({ kind: 'MessageEvent', source: 'agent', llm_message: said }), out, 50);
    expect(shown.split('\n')[1]).toBe(`${' '.repeat(28)}exit code 0.`);
  });

  it.each([
    [{ kind: 'SystemPromptEvent', system_prompt: { text: 'You are …' } }, '· System prompt'],
    [{ kind: 'ActionEvent', action: { kind: 'FinishAction', message: 'Done.' } }, 'agent Done.'],
    [{ kind: 'ACPToolCallEvent', tool_kind: 'edit', title: 'main.ts', status: 'pending' }, '▸ edit: main.ts'],
    [{ kind: 'UserRejectObservation', rejection_reason: 'No.' }, '✗ rejected: No.'],
    [{ kind: 'AgentErrorEvent', error: 'No such tool.' }, '✗ No such tool.'],
  ])('shows %o as the console does', (fields, text) => {
    expect(eventLine(event(fields), out, undefined)).toBe(`2026-01-24T12:00:00Z  ${text}`);
  });

  it('an error is shown with its remedy', () => {
    const error = event({ kind: 'ConversationErrorEvent', code: 'LLMAuthenticationError', detail: 'Invalid API key.' });
    expect(eventLine(error, out, undefined)).toMatch(
      /✗ The run failed: LLM.*\n +Invalid API key\.\n +Correct the API key/,
    );
  });

  it('an event of another day has its date', () => {
    const shown = eventLine(event({ kind: 'PauseEvent' }), new Output({ json: false, utc: false }), undefined);
    expect(shown).toMatch(/^2026-01-2\d \d\d:\d\d:\d\d {2}· Stopped/);
  });

  it('bookkeeping events are recognised', () => {
    const update = { kind: 'ConversationStateUpdateEvent', key: 'last_user_message_id', value: 'm-1' };
    expect(isBookkeeping(event(update))).toBe(true);
    expect(isBookkeeping(event({ ...update, key: 'execution_status', value: 'running' }))).toBe(false);
  });

  it('an unknown event is shown by its kind', () => {
    expect(eventLine(event({ kind: 'NewEvent' }), out, undefined)).toContain('· NewEvent');
  });
});

describe('SeenEvents', () => {
  it('each event passes once, and a source is read again from before the newest', () => {
    const seen = new SeenEvents();
    expect(seen.recent).toBeUndefined();
    expect([event({}), event({}), event({ id: 'e-2' })].map((each) => seen.isNew(each))).toEqual([true, false, true]);
    expect(seen.recent?.toISOString()).toBe('2026-01-24T11:50:00.123Z');
  });

  it('only events of the agent count as complete', () => {
    const seen = new SeenEvents();
    seen.isNew(event({}));
    expect(seen.certainUntil).toBeUndefined();
    seen.hasFromAgent(event({}));
    expect(seen.certainUntil?.toISOString()).toBe('2026-01-24T11:50:00.123Z');
  });

  it('events before --since do not pass', () => {
    const since = new Date('2026-01-24T12:00:00.500Z');
    const seen = new SeenEvents(since);
    expect(seen.isNew(event({}))).toBe(false);
    expect(seen.isNew(event({ id: 'e-2', timestamp: '2026-01-24T12:00:01' }))).toBe(true);
    expect(seen.recent).toEqual(since);
  });

  it('a wrong time of an agent does not hide present events', () => {
    const seen = new SeenEvents(undefined, 1);
    for (const id of ['e-1', 'e-2']) seen.isNew(event({ id, timestamp: '9999-01-01T00:00:00' }));
    seen.hasFromAgent(event({ id: 'e-2', timestamp: '9999-01-01T00:00:00' }));
    for (const from of [seen.recent, seen.certainUntil]) expect(from?.getTime()).toBeLessThanOrEqual(Date.now() + 1);
  });

  it('forgotten events are not read again, so none is shown twice', () => {
    const seen = new SeenEvents(undefined, 2);
    for (const second of [1, 2, 3]) seen.isNew(event({ id: `e-${second}`, timestamp: `2026-01-24T12:00:0${second}` }));
    expect(seen.recent?.toISOString()).toBe('2026-01-24T12:00:01.001Z');
    expect(seen.isNew(event({ id: 'e-2', timestamp: '2026-01-24T12:00:02' }))).toBe(false);
  });
});

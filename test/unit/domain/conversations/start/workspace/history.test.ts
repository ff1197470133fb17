import { describe, expect, it } from 'vitest';
import { historyOf } from '../../../../../../shared/domain/conversations/start/workspace/history.ts';
import { tar } from '../../../../../../shared/domain/conversations/start/workspace/tar.ts';

const replay = { agentConversationId: '0'.repeat(32), instructions: null, createdAt: '2026-11-21T12:00:00.000Z' };
const history = (events: readonly Record<string, unknown>[], instructions: string | null = null) =>
  historyOf(events, { ...replay, instructions });
const user = (text: string, more: Record<string, unknown> = {}) => ({
  kind: 'MessageEvent',
  source: 'user',
  llm_message: { role: 'user', content: [{ type: 'text', text }] },
  ...more,
});
const textsOf = (events: readonly Record<string, unknown>[]) => JSON.stringify(events);

describe('recording as a history', () => {
  it('begins with the system prompt of the agent, including the instructions of the request', () => {
    const [own] = history([user('hi')], 'Be brief.');
    const [given] = history(
      [user('hi'), { kind: 'SystemPromptEvent', system_prompt: { text: 'You are Bob.' } }],
      'Be brief.',
    );

    expect(own).toMatchObject({ kind: 'SystemPromptEvent', source: 'agent', tools: [] });
    expect(textsOf([own ?? {}])).toContain('Be brief.');
    expect(given?.system_prompt).toEqual({ type: 'text', text: 'You are Bob.\n\nBe brief.' });
  });

  it('is deterministic, with a unique id for each event', () => {
    const id = '11111111-1111-4111-8111-111111111111';
    const events = [user('a', { id }), user('b', { id }), user('c', { id: 7 })];

    const [, first, ...others] = history(events);

    expect(history(events)).toEqual(history(events));
    expect(first?.id).toBe(id);
    expect(new Set([first, ...others].map((event) => event?.id)).size).toBe(3);
    expect(history(events).every((event) => /^[0-9a-f-]{36}$/.test(event.id))).toBe(true);
  });

  it('has ascending times without a zone, inside its conversation', () => {
    const times = ['2025-01-01T10:00:00Z', undefined, '2025-01-01T09:00:00Z', '2030-01-01T00:00:00Z'];
    const events = times.map((timestamp) => user('x', timestamp ? { timestamp } : {}));

    expect(history(events).map(({ timestamp }) => timestamp)).toEqual([
      '2025-01-01T10:00:00.000000',
      '2025-01-01T10:00:00.000000',
      '2025-01-01T10:00:00.000000',
      '2025-01-01T10:00:00.000000',
      '2026-11-21T12:00:00.000000',
    ]);
  });

  it('keeps tool calls with their results, and describes other events in text', () => {
    const call = (tool_call_id: string, kind: string) => ({
      kind: 'ActionEvent',
      tool_name: 'terminal',
      tool_call_id,
      action: { kind, command: 'ls' },
      of_another_version: 1,
    });
    const result = (tool_call_id: string, kind: string) => ({
      kind: 'ObservationEvent',
      tool_name: 'terminal',
      tool_call_id,
      observation: { kind, text: 'a.txt' },
    });

    const [, action, observation, alone, foreign] = history([
      call('1', 'TerminalAction'),
      result('1', 'TerminalObservation'),
      call('2', 'TerminalAction'),
      call('3', 'BrowserAction'),
      result('3', 'BrowserObservation'),
    ]);

    expect(action).toMatchObject({ kind: 'ActionEvent', tool_call_id: '1' });
    expect(action).not.toHaveProperty('of_another_version');
    expect(observation).toMatchObject({ kind: 'ObservationEvent', source: 'environment' });
    for (const event of [alone, foreign]) expect(event).toMatchObject({ kind: 'MessageEvent', source: 'agent' });
  });

  it('accepts events of the legacy generation', () => {
    const events = history([
      { action: 'system', args: {} },
      { action: 'message', source: 'user', args: { content: 'Hi', image_urls: ['data:x'] } },
      { action: 'run', message: 'Running command: ls', source: 'agent' },
      { observation: 'run', content: 'a.txt', source: 'agent' },
      { observation: 'agent_state_changed', content: '', extras: {} },
    ]);

    expect(events.map(({ kind, source }) => `${kind} ${source}`)).toEqual([
      'SystemPromptEvent agent',
      'MessageEvent user',
      'MessageEvent agent',
      'MessageEvent agent',
    ]);
    expect(events[1]?.llm_message).toEqual({
      role: 'user',
      content: [
        { type: 'text', text: 'Hi' },
        { type: 'image', image_urls: ['data:x'] },
      ],
    });
  });

  it('leaves out events that apply only to another agent', () => {
    expect(history([{ kind: 'ConversationStateUpdateEvent', key: 'stats', value: {} }])).toHaveLength(1);
  });
});

it('tar refuses a name of more than 100 bytes', () => {
  expect(() => [...tar(() => [['x'.repeat(101), '']]).pieces()]).toThrow('too long');
});

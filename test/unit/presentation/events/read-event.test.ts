import { describe, expect, test } from 'vitest';
import { latestStatus, readEvent } from '../../../../shared/presentation/events/read-event.ts';
import { event, message } from './sample-events.ts';

const contentOf = (value: unknown) => readEvent(value, '')?.content;

describe('an event is read, whatever it is', () => {
  test('messages have their words, their images and what the model thought', () => {
    const content = [
      { type: 'text', text: 'Look' },
      { type: 'image', image_urls: ['https://example.com/a.png', 7] },
    ];
    expect(
      contentOf(event('MessageEvent', { source: 'user', llm_message: { content }, reasoning_content: 'Hm' })),
    ).toEqual({ type: 'message', from: 'user', text: 'Look', images: ['https://example.com/a.png'], thought: 'Hm' });
  });

  test('the call of finish is the last message of the agent', () => {
    const finish = event('ActionEvent', { tool_call_id: 'c', action: { kind: 'FinishAction', message: 'All done' } });
    expect(contentOf(finish)).toMatchObject({ type: 'message', from: 'agent', text: 'All done', callId: 'c' });
    const beside = (text: string) => contentOf({ ...finish, thought: [{ type: 'text', text }] });
    expect(beside('Ready.')).toMatchObject({ text: 'Ready.\n\nAll done' });
    expect(beside('All done')).toMatchObject({ text: 'All done' });
  });

  test('what a model says with a call is apart from what it thought', () => {
    const action = { kind: 'TerminalAction', command: 'ls' };
    const called = { action, thought: [{ type: 'text', text: 'I look.' }], reasoning_content: 'Hm' };
    expect(contentOf(event('ActionEvent', called))).toMatchObject({ type: 'action', text: 'I look.', thought: 'Hm' });
  });

  test('results of tools have their text and their outcome', () => {
    const failed = event('ObservationEvent', {
      observation: { is_error: true, content: [{ type: 'text', text: 'no' }] },
    });
    expect(contentOf(failed)).toMatchObject({ type: 'result', outcome: 'failed', text: 'no' });
    expect(contentOf(event('AgentErrorEvent', { error: 'bad arguments' }))).toMatchObject({
      outcome: 'failed',
      text: 'bad arguments',
    });
    expect(contentOf(event('UserRejectObservation', { rejection_reason: 'no' }))).toMatchObject({
      outcome: 'rejected',
    });
  });

  test('a refusal of the model broker shows what the broker says', () => {
    const body =
      '{"type":"error","status":400,"title":"Bad Request","detail":"The language model \\"x\\" has no API key.",';
    const detail = `litellm.BadRequestError: AnthropicException - ${body}"code":"model_key_missing","request_id":"1"}`;

    expect(contentOf(event('ConversationErrorEvent', { code: 'LLMBadRequestError', detail }))).toEqual({
      type: 'error',
      title: 'The language model has no API key',
      detail: 'The language model "x" has no API key.',
      remedy: '',
    });
    const cut = detail.replace('no API key."', 'no API key.\\x"');
    expect(contentOf(event('ConversationErrorEvent', { detail: cut }))).toMatchObject({ type: 'error', detail: cut });
  });

  test('an error contains a remedy', () => {
    expect(contentOf(event('ConversationErrorEvent', { code: 'LLMRateLimitError', detail: '429' }))).toMatchObject({
      type: 'error',
      title: 'The run failed: LLMRateLimitError',
      remedy: expect.stringContaining('Wait a minute'),
    });
  });

  test('bookkeeping of the agent is minor, its status is not', () => {
    const state = (key: string, value: unknown) => contentOf(event('ConversationStateUpdateEvent', { key, value }));
    expect(state('execution_status', 'finished')).toMatchObject({ text: 'The agent finished', isMinor: false });
    expect(state('execution_status', 'idle')).toMatchObject({ isMinor: true });
    expect(contentOf(event('SecurityAnalysisEvent', { risks: { a: 'HIGH' } }))).toMatchObject({
      text: 'Risk of the call: high',
      isMinor: true,
    });
    expect(state('execution_status', 'constructor')).toMatchObject({ text: 'The agent is constructor' });
    const usage_to_metrics = { default: { accumulated_cost: 0.25 }, condenser: { accumulated_cost: 1 } };
    expect(state('stats', { usage_to_metrics })).toMatchObject({ text: 'Cost so far: $1.25', isMinor: true });
  });

  test.each(['FutureEvent', 'constructor', '__proto__'])('an unknown kind stays as it is: %s', (kind) => {
    const raw = event(kind, { something: 1 });
    expect(readEvent(raw, '')).toMatchObject({ kind, content: { type: 'unknown' }, raw });
  });

  test.each([null, 7, 'text', [], {}, { id: 7, kind: 'MessageEvent' }])('what has no id is left out: %j', (value) => {
    expect(readEvent(value, '')).toBeUndefined();
  });

  test.each([
    'MessageEvent',
    'ActionEvent',
    'ObservationEvent',
    'SystemPromptEvent',
    'Condensation',
    'ACPToolCallEvent',
  ])('fields of the wrong type do no harm: %s', (kind) => {
    for (const value of [null, 7, 'text', [null, 7], { content: { text: 7 } }]) {
      const fields = { llm_message: value, action: value, observation: value, system_prompt: value, tools: value };
      expect(contentOf(event(kind, { ...fields, thought: value, raw_output: value }))).toBeDefined();
    }
  });
});

describe('the time of an event', () => {
  const timeOf = (timestamp: unknown) => readEvent({ ...message('user', ''), timestamp }, 'before')?.at;

  test('is in UTC with microseconds, whatever its zone', () => {
    expect(timeOf('2026-11-24T03:53:37.061415')).toBe('2026-11-24T03:53:37.061415Z');
    expect(timeOf('2026-11-24T04:53:37.061415+01:00')).toBe('2026-11-24T03:53:37.061415Z');
    expect(timeOf('2026-11-24T03:53:37')).toBe('2026-11-24T03:53:37.000000Z');
  });

  test('is that of the event before, where it has none', () => {
    expect(timeOf('yesterday')).toBe('before');
    expect(timeOf(undefined)).toBe('before');
  });
});

test('the newest event with a run status counts', () => {
  const states = ['running', 'finished'].map((value) =>
    readEvent(event('ConversationStateUpdateEvent', { key: 'execution_status', value }), ''),
  );
  const events = [...states, readEvent(message('user', 'Go on'), '')].filter((read) => read !== undefined);
  expect(latestStatus(events)).toBe('finished');
  expect(latestStatus([])).toBeUndefined();
});

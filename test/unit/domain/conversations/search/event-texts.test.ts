import { expect, it } from 'vitest';
import { eventContains } from '../../../../../shared/domain/conversations/search/event-texts.ts';
import { searchable } from '../../../../../shared/presentation/searchable.ts';
import { aMessage, anEvent } from '../../../../support/conversations/events/event-data.ts';

const finds = (event: Parameters<typeof eventContains>[0], text: string) => eventContains(event, searchable(text));
const content = (text: string) => [{ type: 'text', text }];

it('finds a text in messages, commands, outputs and errors', () => {
  const action = {
    kind: 'ActionEvent',
    tool_name: 'terminal',
    action: { kind: 'TerminalAction', command: 'npm test', paths: [{ path: '/workspace/deep.ts' }] },
    thought: content('Let me look'),
    reasoning_content: 'Perhaps the cache',
  };
  const output = { kind: 'ObservationEvent', observation: { content: content('42 passed'), is_error: false } };
  const failure = { kind: 'ConversationErrorEvent', code: 'LLMRateLimit', detail: 'slow down' };

  expect(finds(aMessage('Fix the login'), 'LOGIN')).toBe(true);
  for (const text of ['npm TEST', 'deep.ts', 'let me look', 'the cache'])
    expect([text, finds(anEvent(action), text)]).toEqual([text, true]);
  expect(finds(anEvent(output), '42 PASSED')).toBe(true);
  expect(finds(anEvent({ kind: 'AgentErrorEvent', error: 'no such tool' }), 'such tool')).toBe(true);
  expect(finds(anEvent(failure), 'slow down')).toBe(true);
});

it.each([
  ['Straße', 'STRASSE'],
  ['ΣΊΣΥΦΟΣ', 'σίσυφος'],
  ['ПРИВЕТ', 'привет'],
  ['cafe\u0301', 'CAFÉ'],
  ['ＦＵＬＬ width', 'full'],
  ['東京の天気', '天気'],
  ['مرحبا بالعالم', 'بالعالم'],
])('compares without differences of case and of Unicode form: %s', (said, wanted) => {
  expect(finds(aMessage(said), wanted)).toBe(true);
});

it('does not find names of fields, ids and bookkeeping', () => {
  const message = aMessage('hello');

  for (const text of ['llm_message', 'MessageEvent', message.id, 'source'])
    expect([text, finds(message, text)]).toEqual([text, false]);
  expect(finds(anEvent({ kind: 'SomethingNew', note: 'hello' }), 'hello')).toBe(false);
});

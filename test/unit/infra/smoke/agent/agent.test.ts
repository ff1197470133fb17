import { describe, expect, it } from 'vitest';
import { forged, formOf, socketUrl } from '../../../../../infra/smoke/agent/agent.ts';
import { type Frame, frameIn, judgeAnswer, modelFailure } from '../../../../../infra/smoke/agent/frame.ts';
import { readLabel, writeLabel } from '../../../../../shared/domain/sandboxes/ingress/label.ts';

it.each([
  ['http://192.0.2.1:8000/api/conversations/1a', 'ws://192.0.2.1:8000/sockets/events/1a'],
  ['https://d1.cloudfront.net/label/api/conversations/1a', 'wss://d1.cloudfront.net/label/sockets/events/1a'],
])('the WebSocket of %s is next to it, also under an ingress path', (url, wanted) => {
  expect(socketUrl({ url, sessionKey: 'secret' })).toBe(wanted);
});

const label = writeLabel(
  { keyNumber: 1, name: 'AGENT_SERVER', address: '3.208.0.1', port: 8000, generation: 1, endsAt: 1_800_000_000 },
  'a key',
);
const path = '/api/conversations/1a';

describe('the address of an agent', () => {
  it.each([
    [`https://${label}.sandboxes.example.com${path}`, 'host'],
    [`http://${label}.localhost:3001${path}`, 'host'],
    [`https://d1.cloudfront.net/${label}${path}`, 'path'],
    [`http://127.0.0.1:3001/${label}`, 'path'],
    [`http://192.0.2.1:8000${path}`, 'direct'],
    [`https://agents.example.com/${label.slice(1)}${path}`, 'direct'],
  ])('%s has the %s form', (url, form) => {
    expect(formOf(url)).toBe(form);
  });

  it.each([`https://${label}.sandboxes.example.com${path}`, `https://d1.cloudfront.net/${label}${path}`])(
    'a label forged from %s has the same content with another signature',
    (url) => {
      const [changed = ''] = /[a-z2-7]{48}/.exec(forged(url)) ?? [];

      expect(changed).not.toBe(label);
      expect(readLabel(changed)).toEqual(readLabel(label));
      expect(forged(url).replace(changed, label)).toBe(url);
    },
  );
});

function frame(kind: string, more: Partial<Frame> = {}): Frame {
  const found = frameIn(JSON.stringify({ id: `${kind}-1`, kind, ...more }));
  return found ?? expect.fail('it is no event');
}

const said = (source: string, text: string) => frame('MessageEvent', { source, llm_message: { content: [{ text }] } });
const question = said('user', 'Say hello');
const status = (value: string) => frame('ConversationStateUpdateEvent', { key: 'execution_status', value });

describe('events after a message', () => {
  it.each<[string, readonly Frame[], RegExp]>([
    ['nothing', [], /did not confirm/],
    ['a message of another user', [said('user', 'another')], /did not confirm/],
    ['an answer to an earlier message', [said('agent', 'earlier'), question], /did not answer/],
    ['only the prompt of the system', [question, frame('SystemPromptEvent', { source: 'agent' })], /did not answer/],
  ])('are not complete with %s', (_, frames, words) => {
    expect(judgeAnswer(frames, 'Say hello')).toMatchObject({ kind: 'waiting', notYet: expect.stringMatching(words) });
  });

  it('answer it with a message or an action of the agent', () => {
    const answer = said('agent', 'hello');
    const action = frame('ActionEvent', { source: 'agent' });

    expect(judgeAnswer([question, status('running'), answer], 'Say hello')).toEqual({
      kind: 'answered',
      answer,
      question,
    });
    expect(judgeAnswer([question, action], 'Say hello')).toMatchObject({ kind: 'answered', answer: action });
  });

  it('show a model failure by an error event, or only by the state', () => {
    const error = frame('ConversationErrorEvent', { source: 'environment', code: 'LLMAuthenticationError' });

    expect(judgeAnswer([question, status('error'), error], 'Say hello')).toEqual({ kind: 'failed', error, question });
    expect(judgeAnswer([status('error')], 'Say hello')).toMatchObject({ kind: 'failed', question: undefined });
  });

  it('that this program does not know are passed over', () => {
    expect(frameIn('not json')).toBeUndefined();
    expect(frameIn('{"type":"ping"}')).toBeUndefined();
  });
});

describe('failure of the model', () => {
  it('names the error, the model, and the settings that are most likely missing', () => {
    const error = frame('ConversationErrorEvent', { code: 'LLMAuthenticationError', detail: 'Missing\n API key' });

    expect(modelFailure(error, 'anthropic/claude-sonnet-4-5')).toMatch(
      /LLMAuthenticationError: Missing API key\. The model is anthropic\/claude-sonnet-4-5\. Set llmModel, and llmApiKeySecretArn/,
    );
    expect(modelFailure(status('error'), null)).toMatch(/its run ended in an error\. No model is set/);
  });
});

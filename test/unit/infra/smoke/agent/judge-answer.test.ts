import { describe, expect, it } from 'vitest';
import { type Frame, frameIn, judgeAnswer, modelFailure } from '../../../../../infra/smoke/agent/frame.ts';

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
  ])('are no answer yet with %s', (_, frames, words) => {
    expect(judgeAnswer(frames, 'Say hello')).toMatchObject({ kind: 'waiting', notYet: expect.stringMatching(words) });
  });

  it('answer it by a message or by an action of the agent', () => {
    const answer = said('agent', 'hello');
    const action = frame('ActionEvent', { source: 'agent' });

    expect(judgeAnswer([question, status('running'), answer], 'Say hello')).toEqual({
      kind: 'answered',
      answer,
      question,
    });
    expect(judgeAnswer([question, action], 'Say hello')).toMatchObject({ kind: 'answered', answer: action });
  });

  it('show that the model failed by an error event, or by the state alone', () => {
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
      /LLMAuthenticationError: Missing API key\. The model is anthropic\/claude-sonnet-4-5: set llmModel, and llmApiKeySecretArn/,
    );
    expect(modelFailure(status('error'), null)).toMatch(/its run ended in an error\. No model is set/);
  });
});

import { describe, expect, it } from 'vitest';
import { keyMissing, lacksKey } from '../../../../../shared/domain/broker/upstream/missing-key.ts';
import { routeOf } from '../../../../../shared/domain/broker/upstream/route-of.ts';

const of = (model: string, baseUrl: string | null = null, apiKey: string | null = null) => {
  const start = { model, baseUrl, apiKey };
  return lacksKey(start, routeOf(start));
};

describe('a model without a key', () => {
  it.each(['anthropic/claude-sonnet-4-5', 'openai/gpt-5.5', 'mistral/large'])('%s cannot be called', (model) => {
    expect(of(model)).toBe(true);
    expect(of(model, null, 'sk-1')).toBe(false);
  });

  it.each([
    ['at the URL of its owner', 'openai/qwen3', 'https://llm.example.com/v1'],
    ['on the same machine', 'ollama/qwen3', null],
    ['that agents call themselves', 'bedrock/claude', null],
  ])('%s can be called', (_where, model, baseUrl) => {
    expect(of(model, baseUrl)).toBe(false);
  });

  it('says where to save one', () => {
    expect(keyMissing('openai/gpt-5.5', 'http://127.0.0.1:3002')).toMatchObject({
      code: 'model_key_missing',
      message: expect.stringContaining('openai/gpt-5.5 has no API key. Save one at http://127.0.0.1:3002/settings'),
    });
    expect(keyMissing('openai/gpt-5.5', undefined).message).toContain('POST /api/v1/settings');
  });
});

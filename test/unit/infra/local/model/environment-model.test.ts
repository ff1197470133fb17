import { describe, expect, it } from 'vitest';
import { settingsFor } from '../../../../../infra/config.ts';
import { environmentModel, secretsOf, settingsOf } from '../../../../../infra/local/model/environment-model.ts';

const claude = 'anthropic/claude-sonnet-4-5';

describe('the model of the environment', () => {
  it.each([
    [{}, undefined],
    [{ ANTHROPIC_API_KEY: '' }, undefined],
    [{ ANTHROPIC_API_KEY: 'sk-a\n' }, { model: claude, key: 'sk-a', keyFrom: 'ANTHROPIC_API_KEY' }],
    [{ OPENAI_API_KEY: 'sk-o' }, { model: 'openai/gpt-5.5', key: 'sk-o', keyFrom: 'OPENAI_API_KEY' }],
    [
      { ANTHROPIC_API_KEY: 'sk-a', OPENAI_API_KEY: 'sk-o' },
      { model: claude, key: 'sk-a' },
    ],
    [
      { LLM_API_KEY: 'sk-l', OPENAI_API_KEY: 'sk-o' },
      { model: claude, key: 'sk-l', keyFrom: 'LLM_API_KEY' },
    ],
    [
      { LLM_MODEL: 'openai/o9', ANTHROPIC_API_KEY: 'sk-a', OPENAI_API_KEY: 'sk-o' },
      { model: 'openai/o9', key: 'sk-o' },
    ],
    [
      { LLM_MODEL: 'groq/x', OPENAI_API_KEY: 'sk-o' },
      { model: 'groq/x', key: undefined },
    ],
  ])('of %j is %j', (environment, expected) => {
    if (expected) expect(environmentModel(environment)).toMatchObject(expected);
    else expect(environmentModel(environment)).toBeUndefined();
  });

  it('sends no key of a provider to another URL', () => {
    const environment = {
      LLM_MODEL: 'openai/qwen3',
      LLM_BASE_URL: 'http://127.0.0.1:11434/v1',
      OPENAI_API_KEY: 'sk-o',
    };

    expect(environmentModel(environment)).toMatchObject({ key: undefined, baseUrl: 'http://127.0.0.1:11434/v1' });
    expect(environmentModel({ ...environment, LLM_API_KEY: 'sk-l' })).toMatchObject({ key: 'sk-l' });
  });

  it.each([
    [{ LLM_BASE_URL: 'localhost:11434', LLM_MODEL: 'openai/x' }, /LLM_BASE_URL must be a URL/],
    [{ LLM_BASE_URL: 'http://localhost:11434/v1' }, /needs LLM_MODEL too/],
    [{ LLM_API_KEY: 'sk one two' }, /LLM_API_KEY must not contain spaces/],
  ])('refuses %j without showing values', (environment, words) => {
    expect(() => environmentModel(environment)).toThrow(words);
    expect(() => environmentModel(environment)).not.toThrow(/sk one|11434/);
  });

  it('becomes settings of the stage, without its key', () => {
    const model = environmentModel({ OPENAI_API_KEY: 'sk-o' });
    const given: Readonly<Record<string, string>> = { ...settingsOf(model), stage: 'local' };

    const settings = settingsFor((name) => given[name]);

    expect(settings).toMatchObject({ llmModel: 'openai/gpt-5.5' });
    expect(JSON.stringify(settings)).not.toContain('sk-o');
    expect(secretsOf(model)).toEqual({ [settings.llmApiKeySecretArn ?? '']: 'sk-o' });
    expect([settingsOf(undefined), secretsOf(undefined)]).toEqual([{}, {}]);
  });
});

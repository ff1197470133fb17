import { describe, expect, it } from 'vitest';
import { editsOf, type ModelDraft, updateOf } from '../../../../../console/src/pages/settings/model/model-draft.ts';

const stored: ModelDraft = {
  model: 'anthropic/claude-sonnet-4-5',
  baseUrl: '',
  apiKey: '',
  maxIterations: '500',
  confirms: false,
  analyzer: 'llm',
  condenses: true,
  condenserSize: '240',
};

const requestOf = (changes: Partial<ModelDraft>) => updateOf(editsOf(stored, { ...stored, ...changes }));

describe('a change of settings', () => {
  it('sends what was changed and nothing else', () => {
    expect(requestOf({})).toEqual({});
    expect(requestOf({ model: ' openai/gpt-5 ' })).toEqual({ agent_settings_diff: { llm: { model: 'openai/gpt-5' } } });
    expect(requestOf({ apiKey: 'sk-1', condenserSize: '80', confirms: true })).toEqual({
      agent_settings_diff: { llm: { api_key: 'sk-1' }, condenser: { max_size: 80 } },
      conversation_settings_diff: { confirmation_mode: true },
    });
  });

  it('takes away what was emptied', () => {
    expect(requestOf({ model: '', maxIterations: '' })).toEqual({
      agent_settings_diff: { llm: { model: null } },
      conversation_settings_diff: { max_iterations: null },
    });
  });

  it('is none when a change was taken back', () => {
    expect(requestOf({ condenses: false })).toEqual({ agent_settings_diff: { condenser: { enabled: false } } });
    expect(requestOf({ condenses: true })).toEqual({});
  });
});

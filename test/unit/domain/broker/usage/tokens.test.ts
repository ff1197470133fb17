import { describe, expect, it } from 'vitest';
import type { ModelInterface } from '../../../../../shared/domain/broker/calls/model-call.ts';
import { tokensOf } from '../../../../../shared/domain/broker/usage/tokens.ts';

type Case = readonly [name: string, kind: ModelInterface, usage: Record<string, unknown>, tokens: object | undefined];

const cases: readonly Case[] = [
  [
    'counts cached input once',
    'chat_completions',
    { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120, prompt_tokens_details: { cached_tokens: 80 } },
    { input: 20, cacheRead: 80, cacheWrite: 0, output: 20 },
  ],
  [
    'adds what the model thought, where only the total has it',
    'chat_completions',
    { prompt_tokens: 100, completion_tokens: 20, total_tokens: 150 },
    { input: 100, cacheRead: 0, cacheWrite: 0, output: 50 },
  ],
  [
    'knows the names of DeepSeek',
    'chat_completions',
    { prompt_tokens: 100, completion_tokens: 1, prompt_cache_hit_tokens: 60 },
    { input: 40, cacheRead: 60, cacheWrite: 0, output: 1 },
  ],
  [
    'knows what OpenRouter writes to a cache',
    'chat_completions',
    { prompt_tokens: 100, completion_tokens: 1, prompt_tokens_details: { cached_tokens: 10, cache_write_tokens: 30 } },
    { input: 60, cacheRead: 10, cacheWrite: 30, output: 1 },
  ],
  [
    'never has less than no input',
    'chat_completions',
    { prompt_tokens: 10, completion_tokens: 1, prompt_tokens_details: { cached_tokens: 500 } },
    { input: 0, cacheRead: 10, cacheWrite: 0, output: 1 },
  ],
  [
    'counts responses',
    'responses',
    { input_tokens: 100, output_tokens: 20, input_tokens_details: { cached_tokens: 30 } },
    { input: 70, cacheRead: 30, cacheWrite: 0, output: 20 },
  ],
  [
    'counts embeddings',
    'embeddings',
    { prompt_tokens: 9, total_tokens: 9 },
    { input: 9, cacheRead: 0, cacheWrite: 0, output: 0 },
  ],
  [
    'counts the caches of Anthropic beside the input',
    'messages',
    { input_tokens: 5, output_tokens: 7, cache_creation_input_tokens: 11, cache_read_input_tokens: 13 },
    { input: 5, cacheRead: 13, cacheWrite: 11, output: 7 },
  ],
  [
    'knows what the cache of Anthropic keeps for an hour',
    'messages',
    {
      ...{ input_tokens: 5, output_tokens: 7, cache_creation_input_tokens: 11 },
      cache_creation: { ephemeral_5m_input_tokens: 1, ephemeral_1h_input_tokens: 10 },
    },
    { input: 5, cacheRead: 0, cacheWrite: 11, cacheWriteHour: 10, output: 7 },
  ],
  [
    'adds up the iterations of a compaction',
    'messages',
    {
      input_tokens: 5,
      output_tokens: 7,
      iterations: [
        { type: 'compaction', input_tokens: 100, output_tokens: 30 },
        { type: 'message', input_tokens: 5, output_tokens: 7 },
      ],
    },
    { input: 105, cacheRead: 0, cacheWrite: 0, output: 37 },
  ],
  ['takes no negative numbers', 'messages', { input_tokens: -5, output_tokens: 7 }, undefined],
  ['takes no texts', 'chat_completions', { prompt_tokens: '5', completion_tokens: 7 }, undefined],
  ['takes no fractions', 'responses', { input_tokens: 0.5, output_tokens: 7 }, undefined],
  ['takes no absurd numbers', 'responses', { input_tokens: 1e12, output_tokens: 7 }, undefined],
  ['takes no empty report', 'chat_completions', {}, undefined],
];

describe('the usage of an answer', () => {
  it.each(cases)('%s', (_, kind, usage, tokens) => {
    expect(tokensOf(kind, usage)).toEqual(tokens);
  });
});

import { describe, expect, it } from 'vitest';
import { metricsOf, totalCost } from '../../../../../shared/presentation/conversations.ts';

const metrics = {
  accumulated_cost: 0.5,
  sandbox_cost_usd: 0.25,
  accumulated_token_usage: { prompt_tokens: 31, completion_tokens: 24, cache_read_tokens: 0, model: 'm' },
};

describe('metrics of a conversation', () => {
  it('has the costs, and the tokens that were used', () => {
    expect(metricsOf({ metrics })).toEqual({
      modelCost: 0.5,
      sandboxCost: 0.25,
      tokens: [
        { label: 'Input tokens', count: 31 },
        { label: 'Output tokens', count: 24 },
      ],
    });
    expect(totalCost({ metrics })).toBe(0.75);
  });

  it('takes nothing for granted of what an agent reports', () => {
    expect(totalCost({ metrics: null })).toBeUndefined();
    expect(metricsOf({ metrics: { accumulated_cost: 'much', accumulated_token_usage: [] } })).toEqual({
      modelCost: undefined,
      sandboxCost: undefined,
      tokens: [],
    });
  });
});

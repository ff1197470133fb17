import { describe, expect, it } from 'vitest';
import { StagePrices } from '../../../../../shared/contract/shapes/model-prices.ts';
import { findModelPrice, priceForAgent } from '../../../../../shared/domain/broker/prices/find-model-price.ts';
import {
  costOf,
  isFree,
  largestCost,
  type ModelPrice,
  microUsdUp,
} from '../../../../../shared/domain/broker/prices/model-price.ts';
import { modelPriceTables } from '../../../../../shared/domain/broker/prices/price-tables.ts';

const now = new Date('2026-11-30T00:00:00.000Z');
const find = (model: string, options: object = {}, stage: StagePrices = {}) =>
  findModelPrice({ model, options: { ...options } }, stage, now);
const priceOf = (...args: Parameters<typeof find>): ModelPrice => {
  const price = find(...args);
  if (!price) throw new Error('no price');
  return price;
};
const none = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 };

describe('the price of a model', () => {
  it('is its list price, exactly, by kind of token', () => {
    const price = priceOf('anthropic/claude-sonnet-4-5');
    const million = 1_000_000;
    const dollars = (tokens: object) => Number(costOf(price, { ...none, ...tokens })) / 1e12;

    expect(dollars({ input: million })).toBe(3);
    expect(dollars({ cacheRead: million })).toBe(0.3);
    expect(dollars({ cacheWrite: million })).toBe(3.75);
    expect(dollars({ output: million })).toBe(15);
    expect(costOf(price, { input: 1, cacheRead: 1, cacheWrite: 1, output: 1 })).toBe(22_050_000n);
  });

  it('is found for a name without its provider', () => {
    expect(find('gpt-4o')).toEqual(find('openai/gpt-4o'));
    expect(find('claude-opus-5-5')).toEqual(find('anthropic/claude-opus-5-5'));
    expect(find('nobody/knows')).toBeNull();
    expect(find('constructor')).toBeNull();
  });

  it('is higher for long input, with all of its tokens', () => {
    const price = priceOf('openai/gpt-5.4');
    const cost = (input: number, cacheRead: number) => costOf(price, { ...none, input, cacheRead, output: 1 });
    expect(cost(272_000, 0)).toBe(272_000n * 2_500_000n + 15_000_000n);
    expect(cost(200_000, 72_001)).toBe(200_000n * 5_000_000n + 72_001n * 500_000n + 22_500_000n);
  });

  it("is the stage's before the list's, and the owner's before both", () => {
    const stage = StagePrices.parse({ 'openai/gpt-4o': { input: 1, output: 2, cache_read: 0.5 } });
    expect(priceOf('openai/gpt-4o', {}, stage)).toMatchObject({
      ...{ input: 1_000_000, cacheRead: 500_000, cacheWrite: 1_000_000, output: 2_000_000 },
      ...{ contextTokens: 128_000, outputTokens: 16_384 },
    });
    const own = { input_cost_per_token: 1e-7, output_cost_per_token: 2e-7, max_input_tokens: 9_000 };
    expect(priceOf('openai/gpt-4o', own, stage)).toMatchObject({
      input: 100_000,
      output: 200_000,
      // Nothing makes agents keep to a limit below that of the model.
      contextTokens: 128_000,
    });
    expect(priceOf('my/model', own)).toMatchObject({ contextTokens: 9_000 });
  });

  it('is nothing on the same machine', () => {
    expect(isFree(priceOf('ollama/llama'))).toBe(true);
    expect(isFree(priceOf('openai/gpt-4o', { base_url: 'http://localhost:8080/v1' }))).toBe(true);
    expect(isFree(priceOf('ollama/llama', { base_url: 'http://127.0.0.1:11434' }))).toBe(true);
    expect(find('ollama/llama', { ollama_base_url: 'https://gateway.example.com' })).toBeNull();
    // A gateway can have any name for its models.
    expect(find('ollama/openai/gpt-5-pro', { base_url: 'https://gateway.example.com/v1' })).toBeNull();
    expect(isFree(priceOf('openai/gpt-4o', { base_url: 'https://localhost.example.com/v1' }))).toBe(false);
  });
});

describe('the largest cost of a request', () => {
  const price = priceOf('anthropic/claude-sonnet-4-5');

  it('is that of its bounds, at the dearest kind of input', () => {
    const most = { inputTokensAtMost: 100, outputTokensAtMost: 10 };
    expect(largestCost(price, most)).toBe(100n * 3_750_000n + 10n * 15_000_000n);
    expect(costOf(price, { input: 0, cacheRead: 0, cacheWrite: 100, output: 10 })).toBe(largestCost(price, most));
  });

  it('has each answer, each pass, and a cache for an hour', () => {
    const most = { inputTokensAtMost: 100, outputTokensAtMost: null };
    expect(largestCost(price, { ...most, answers: 128 })).toBe(100n * 3_750_000n + 128n * 64_000n * 15_000_000n);
    expect(largestCost(price, { ...most, outputTokensAtMost: 10, answers: 9, passes: 2 })).toBe(
      2n * (100n * 3_750_000n + 10n * 15_000_000n),
    );
    expect(largestCost(price, { ...most, outputTokensAtMost: 0, hasLongCache: true })).toBe(100n * 6_000_000n);
    expect(costOf(price, { ...none, cacheWrite: 100, cacheWriteHour: 90 })).toBe(10n * 3_750_000n + 90n * 6_000_000n);
  });

  it('is that of the model where the request has no bounds', () => {
    const unbounded = largestCost(price, { inputTokensAtMost: null, outputTokensAtMost: null });
    expect(unbounded).toBe(200_000n * 3_750_000n + 64_000n * 15_000_000n);
    expect(largestCost(price, { inputTokensAtMost: 1e9, outputTokensAtMost: null })).toBe(unbounded);
    expect(microUsdUp(1n)).toBe(1);
  });
});

describe('the price tables', () => {
  it('are whole in pico-USD, dated, and name their source', () => {
    for (const { rows, readOn, source } of modelPriceTables) {
      expect(source).toContain('litellm');
      expect(Date.parse(readOn)).toBeLessThanOrEqual(Date.parse('2026-12-31'));
      for (const [name, [input, read, write, output, context]] of Object.entries(rows)) {
        for (const usd of [input, read, write, output])
          expect(Math.abs(usd * 1e6 - Math.round(usd * 1e6)), name).toBeLessThan(1e-6);
        expect(context, name).toBeGreaterThan(0);
      }
    }
  });
});

describe('what an agent is told of the price of its model', () => {
  const stage = StagePrices.parse({ 'anthropic/claude-opus-5-5': { input: 0.3, output: 1.1 } });
  const told = (model: string, agentFindsIt: boolean, options: Record<string, unknown> = {}) =>
    priceForAgent({ model, options }, stage, now, agentFindsIt);

  it('is the list price in US dollars per token, where the agent does not find it by the name that it gets', () => {
    expect(told('gemini/gemini-2.5-flash', false)).toEqual({
      input_cost_per_token: 0.0000003,
      output_cost_per_token: 0.0000025,
    });
    expect(told('openai/gpt-4o', true)).toBeUndefined();
    expect(told('nobody/knows', false)).toBeUndefined();
  });

  it('is the price of the stage, which no agent knows', () => {
    const price = { input_cost_per_token: 0.0000003, output_cost_per_token: 0.0000011 };
    expect(told('anthropic/claude-opus-5-5', true)).toEqual(price);
    expect(told('claude-opus-5-5', true)).toEqual(price);
  });

  it("is nothing beside the owner's own price, which the agent has already", () => {
    const own = { input_cost_per_token: 1e-7, output_cost_per_token: 2e-7 };
    expect(told('gemini/gemini-2.5-flash', false, own)).toBeUndefined();
    expect(told('gemini/gemini-2.5-flash', false, { input_cost_per_token: 1e-7 })).toBeDefined();
  });
});

import type { PriceRows } from './price-rows.ts';

/** The list prices of Anthropic. */
export const anthropicPrices: PriceRows = {
  'anthropic/claude-fable-5': [10, 1, 12.5, 50, 1_000_000, 128_000],
  'anthropic/claude-fable-5-1': [10, 0.25, 12.5, 50, 1_000_000, 128_000],
  'anthropic/claude-haiku-4-5': [1, 0.1, 1.25, 5, 200_000, 64_000],
  'anthropic/claude-haiku-4-5-20251001': [1, 0.1, 1.25, 5, 200_000, 64_000],
  'anthropic/claude-haiku-5-5': [0.1, 0.01, 0.125, 0.5, 1_000_000, 128_000, [100_000, 0.5, 0.05, 0.625, 2.5]],
  'anthropic/claude-mythos-5': [10, 1, 12.5, 50, 1_000_000, 128_000],
  'anthropic/claude-mythos-5-1': [10, 0.25, 12.5, 50, 1_000_000, 128_000],
  'anthropic/claude-mythos-preview': [10, 1, 12.5, 50, 1_000_000, 128_000],
  'anthropic/claude-opus-4-5': [5, 0.5, 6.25, 25, 200_000, 64_000],
  'anthropic/claude-opus-4-5-20251101': [5, 0.5, 6.25, 25, 200_000, 64_000],
  'anthropic/claude-opus-4-6': [5, 0.5, 6.25, 25, 1_000_000, 128_000],
  'anthropic/claude-opus-4-6-20260205': [5, 0.5, 6.25, 25, 1_000_000, 128_000],
  'anthropic/claude-opus-4-7': [5, 0.5, 6.25, 25, 1_000_000, 128_000],
  'anthropic/claude-opus-4-7-20260416': [5, 0.5, 6.25, 25, 1_000_000, 128_000],
  'anthropic/claude-opus-4-8': [5, 0.5, 6.25, 25, 1_000_000, 128_000],
  'anthropic/claude-opus-5': [5, 0.5, 6.25, 25, 1_000_000, 128_000],
  'anthropic/claude-opus-5-5': [4, 0.2, 5, 20, 1_000_000, 128_000],
  'anthropic/claude-sonnet-4-5': [3, 0.3, 3.75, 15, 200_000, 64_000],
  'anthropic/claude-sonnet-4-5-20250929': [3, 0.3, 3.75, 15, 200_000, 64_000],
  'anthropic/claude-sonnet-4-6': [3, 0.3, 3.75, 15, 1_000_000, 128_000],
  'anthropic/claude-sonnet-5': [2, 0.2, 2.5, 10, 1_000_000, 128_000],
  'anthropic/claude-sonnet-5-5': [2, 0.1, 2.5, 10, 1_000_000, 128_000],
};

import { anthropicPrices } from './anthropic-prices.ts';
import { openaiPrices } from './openai-prices.ts';
import { otherPrices } from './other-prices.ts';
import type { PriceRows } from './price-rows.ts';

export interface ModelPriceTable {
  /** Until the next table takes effect. ISO 8601 in UTC with milliseconds. */
  readonly effectiveFrom: string;
  /** YYYY-MM-DD. */
  readonly readOn: string;
  readonly source: string;
  readonly rows: PriceRows;
}

/**
 * Price tables of models, oldest first. A call is priced by the table of its time: never change a table that has taken
 * effect, add a new one. These are the prices of the standard service tier and of caches with the default lifetime.
 */
export const modelPriceTables: readonly [ModelPriceTable, ...ModelPriceTable[]] = [
  {
    effectiveFrom: '2020-01-01T00:00:00.000Z',
    readOn: '2026-11-30',
    source:
      'model_prices_and_context_window_backup.json of litellm 1.110.2 (PyPI), which names the price page of each provider.',
    rows: { ...openaiPrices, ...anthropicPrices, ...otherPrices },
  },
];

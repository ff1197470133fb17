import * as z from 'zod';

const usdPerMillion = z.number().min(0).max(1_000_000);
const tokens = z.int().min(1).max(100_000_000);

/** A price of the stage, in US dollars per million tokens. */
export const StagePrice = z.strictObject({
  input: usdPerMillion,
  output: usdPerMillion,
  cache_read: usdPerMillion.optional(),
  cache_write: usdPerMillion.optional(),
  context_tokens: tokens.optional(),
  output_tokens: tokens.optional(),
});

/** By the name of the model, with its provider. */
export const StagePrices = z
  .record(z.string().min(1).max(200), StagePrice)
  // The environment of a function has at most 4 KB.
  .refine((prices) => JSON.stringify(prices).length <= 1_500, 'must have at most 1,500 characters as JSON');
export type StagePrices = Readonly<z.output<typeof StagePrices>>;

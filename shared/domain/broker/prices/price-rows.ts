/**
 * US dollars per million tokens (input, read from and written to the provider's cache, output), the tokens of the
 * context window, and the most tokens of output. For some models, requests with more input than `over` cost more.
 */
export type PriceRow = readonly [
  input: number,
  cacheRead: number,
  cacheWrite: number,
  output: number,
  contextTokens: number,
  outputTokens: number,
  longer?: readonly [over: number, input: number, cacheRead: number, cacheWrite: number, output: number],
];

/** By the name of the model, with its provider. */
export type PriceRows = Readonly<Record<string, PriceRow>>;

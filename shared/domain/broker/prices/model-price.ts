import type { ModelTokens } from './model-tokens.ts';

/** Millionths of a millionth of a US dollar (pico-USD) per token. */
export type TokenPrices = Readonly<Record<(typeof kinds)[number], number>>;

const kinds = ['input', 'cacheRead', 'cacheWrite', 'output'] as const;

/** What a model costs, and the bounds of a request that sets none. */
export interface ModelPrice extends TokenPrices {
  /** The prices of requests with more input than `over` tokens. */
  readonly longer: (TokenPrices & { readonly over: number }) | null;
  readonly contextTokens: number;
  readonly outputTokens: number;
}

/** A millionth of a US dollar in pico-USD. */
const PICO_PER_MICRO = 1_000_000n;

/** The bounds of a model whose price names none: no common model exceeds them. */
export const UNKNOWN_BOUNDS = { contextTokens: 1_050_000, outputTokens: 131_072 } as const;

export const freeModel: ModelPrice = {
  ...{ input: 0, cacheRead: 0, cacheWrite: 0, output: 0, longer: null },
  ...UNKNOWN_BOUNDS,
};

/** The exact cost of a call in pico-USD. */
export function costOf(price: ModelPrice, tokens: ModelTokens): bigint {
  const { longer } = price;
  const context = tokens.input + tokens.cacheRead + tokens.cacheWrite;
  const prices = longer !== null && context > longer.over ? longer : price;
  const forAnHour = BigInt(Math.min(tokens.cacheWriteHour ?? 0, tokens.cacheWrite)) * BigInt(moreForAnHour(prices));
  return kinds.reduce((sum, kind) => sum + BigInt(tokens[kind]) * BigInt(prices[kind]), forAnHour);
}

/** Price tables have the price of a cache for minutes. One for an hour costs twice the input. */
function moreForAnHour({ input, cacheWrite }: TokenPrices): number {
  return Math.max(0, 2 * input - cacheWrite);
}

/** The largest possible size of a request; null where it sets no limit. */
export interface Largest {
  readonly inputTokensAtMost: number | null;
  readonly outputTokensAtMost: number | null;
  readonly answers?: number;
  readonly passes?: number;
  readonly hasLongCache?: boolean;
}

/** The largest possible cost of a request, in pico-USD. A provider refuses more input than the context window. */
export function largestCost(price: ModelPrice, largest: Largest): bigint {
  const { inputTokensAtMost, outputTokensAtMost, answers = 1, passes = 1, hasLongCache = false } = largest;
  const input = Math.min(inputTokensAtMost ?? price.contextTokens, price.contextTokens);
  const output = outputTokensAtMost ?? price.outputTokens * answers;
  const { longer } = price;
  const prices = longer !== null && input > longer.over ? longer : price;
  const dearest = Math.max(prices.input, prices.cacheRead, prices.cacheWrite, hasLongCache ? 2 * prices.input : 0);
  const once = BigInt(Math.ceil(input)) * BigInt(dearest) + BigInt(Math.ceil(output)) * BigInt(prices.output);
  return once * BigInt(passes);
}

/** Whole micro-USD, rounded up: a budget is never charged less than the cost. */
export function microUsdUp(picoUsd: bigint): number {
  return Number((picoUsd + PICO_PER_MICRO - 1n) / PICO_PER_MICRO);
}

export function isFree(price: ModelPrice): boolean {
  return [price, ...(price.longer === null ? [] : [price.longer])].every((prices) =>
    kinds.every((kind) => prices[kind] === 0),
  );
}

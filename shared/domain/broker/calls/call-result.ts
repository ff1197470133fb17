import type { ModelCallStatus } from '../../../contract/shapes/enums.ts';
import { costOf } from '../prices/model-price.ts';
import type { ModelCallEnd, ModelTokens } from './model-call.ts';
import type { ModelCallRow } from './model-call-row.ts';

/** What the end of a call means for its owner. */
export interface CallResult {
  readonly status: ModelCallStatus;
  readonly tokens: ModelTokens | null;
  /** In pico-USD; null for a model without a price. */
  readonly cost: bigint | null;
  /** Whether the cost is the largest possible one. */
  readonly isEstimate: boolean;
  /** Whether it belongs in the ledger: nothing was used otherwise. */
  readonly isCharged: boolean;
}

/** No request has more. A larger number from a provider is an error of its own. */
const MOST_TOKENS = 1_000_000_000;

/** A gateway before the provider did not wait for the answer, which was perhaps made and charged. */
const GAVE_UP: ReadonlySet<number> = new Set([504, 524]);

export function resultOf(row: Pick<ModelCallRow, 'price' | 'largest_cost'>, end: ModelCallEnd): CallResult {
  const tokens = end.tokens && wholeTokens(end.tokens);
  const mayHaveOutput = end.wasSent && (end.status === null || end.status < 400 || GAVE_UP.has(end.status));
  const isEstimate = tokens === null && mayHaveOutput;
  return {
    status: statusOf(end),
    tokens,
    cost:
      row.price === null ? null : tokens ? costOf(row.price, tokens) : mayHaveOutput ? BigInt(row.largest_cost) : 0n,
    isEstimate,
    isCharged: tokens !== null || mayHaveOutput,
  };
}

/** The end of a call whose process died: it may have produced all that it could. */
export const expired: ModelCallEnd = { status: null, tokens: null, wasSent: true, wasAbandoned: false };

function statusOf(end: ModelCallEnd): CallResult['status'] {
  if (end === expired) return 'expired';
  if (end.wasAbandoned) return 'abandoned';
  return end.status !== null && end.status < 400 ? 'succeeded' : 'failed';
}

function wholeTokens({ input, cacheRead, cacheWrite, cacheWriteHour, output }: ModelTokens): ModelTokens {
  const whole = (count: number) => Math.min(Math.max(0, Math.ceil(count) || 0), MOST_TOKENS);
  const [read, written] = [whole(cacheRead), whole(cacheWrite)];
  const tokens = { input: whole(input), cacheRead: read, cacheWrite: written, output: whole(output) };
  return cacheWriteHour === undefined ? tokens : { ...tokens, cacheWriteHour: whole(cacheWriteHour) };
}

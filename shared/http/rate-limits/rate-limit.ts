import type { ConditionalState } from './conditional.ts';

/** Length of a rate limit window in seconds. Windows begin with the minutes of the clock. */
export const WINDOW_SECONDS = 60;

/** The name of the rate limit in headers and errors. */
export const RATE_POLICY = 'default';

/** The state of a key's rate limit. */
export interface RateState {
  /** Requests per minute. */
  readonly limit: number;
  /** Requests in this minute, including this one; null if it was not counted, and so is not refused. */
  readonly used: number | null;
  readonly resetAt: Date;
  /** Only for a conditional request, which is not part of `used`. */
  readonly conditional?: ConditionalState;
}

export type Texts = Readonly<Record<string, unknown>>;

/** Encodes the state for the authorizer's context, whose values are strings. */
export function toContext({ limit, used, resetAt, conditional }: RateState): Record<string, string> {
  return {
    rate_limit: String(limit),
    rate_used: String(used ?? ''),
    rate_reset: String(resetAt.getTime()),
    rate_conditional: conditional
      ? [conditional.limit, conditional.used, conditional.ownLimit].map(String).join(' ')
      : '',
  };
}

/** @returns undefined when the authorizer could not count the request */
export function fromContext({ rate_limit, rate_used, rate_reset, rate_conditional }: Texts): RateState | undefined {
  const [limit, reset] = [numberOf(rate_limit), numberOf(rate_reset)];
  if (limit === null || reset === null) return undefined;
  return { limit, used: numberOf(rate_used), resetAt: new Date(reset), ...conditionalOf(rate_conditional) };
}

function conditionalOf(text: unknown): Pick<RateState, 'conditional'> {
  const [limit = null, used = null, ownLimit = null] = typeof text === 'string' ? text.split(' ').map(numberOf) : [];
  return limit === null || used === null || ownLimit === null ? {} : { conditional: { limit, used, ownLimit } };
}

function numberOf(text: unknown): number | null {
  return typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** Whether a request must be refused. A conditional one may count after all, so nothing must be left of the limit. */
export function isExceeded({ limit, used, conditional }: RateState): boolean {
  if (!conditional) return used !== null && used > limit;
  return conditional.used > conditional.limit || (used !== null && used >= limit);
}

export function remainingOf({ limit, used }: RateState): number | null {
  return used === null ? null : Math.max(0, limit - used);
}

/** Whole seconds until the window ends, rounded up, so that clients do not return too early. */
export function secondsToReset({ resetAt }: RateState, now: Date): number {
  return Math.max(0, Math.ceil((resetAt.getTime() - now.getTime()) / 1000));
}

/** Rate limit headers: two of the IETF draft (seconds left), three for older clients (seconds since 1970). */
export function rateHeaders(state: RateState, now: Date): Record<string, string> {
  const remaining = remainingOf(state);
  return {
    'RateLimit-Policy': `"${RATE_POLICY}";q=${state.limit};w=${WINDOW_SECONDS}`,
    'X-RateLimit-Limit': String(state.limit),
    ...(remaining === null
      ? {}
      : {
          RateLimit: `"${RATE_POLICY}";r=${remaining};t=${secondsToReset(state, now)}`,
          'X-RateLimit-Remaining': String(remaining),
          'X-RateLimit-Reset': String(Math.ceil(state.resetAt.getTime() / 1000)),
        }),
  };
}

import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Endpoint } from '../../contract/endpoint/endpoint.ts';
import { type Clock, systemClock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { type Middleware, noOp, onEveryAnswer } from '../middleware.ts';

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
}

export type Texts = Readonly<Record<string, unknown>>;

/** Encodes the state for the authorizer's context, whose values are strings. */
export function toContext({ limit, used, resetAt }: RateState): Record<string, string> {
  return { rate_limit: String(limit), rate_used: String(used ?? ''), rate_reset: String(resetAt.getTime()) };
}

/** @returns undefined when the authorizer could not count the request */
export function fromContext({ rate_limit, rate_used, rate_reset }: Texts): RateState | undefined {
  const [limit, reset] = [numberOf(rate_limit), numberOf(rate_reset)];
  return limit === null || reset === null ? undefined : { limit, used: numberOf(rate_used), resetAt: new Date(reset) };
}

function numberOf(text: unknown): number | null {
  return typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

export function isExceeded({ limit, used }: RateState): boolean {
  return used !== null && used > limit;
}

export function remainingOf({ limit, used }: RateState): number | null {
  return used === null ? null : Math.max(0, limit - used);
}

/** Whole seconds until the window ends, rounded up, so that clients do not return too early. */
function secondsToReset({ resetAt }: RateState, now: Date): number {
  return Math.max(0, Math.ceil((resetAt.getTime() - now.getTime()) / 1000));
}

/** Rate limit headers: two of the IETF draft (seconds left), three for older clients (seconds since 1970). */
function rateHeaders(state: RateState, now: Date): Record<string, string> {
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

/** Refuses requests over the rate limit before reading them. The authorizer counts. Uncounted requests pass. */
export function rateLimit({ access }: Endpoint, now: Clock = systemClock): Middleware {
  if (access !== 'key') return noOp;
  const stateOf = ({ requestContext }: APIGatewayProxyEvent) => fromContext(requestContext.authorizer ?? {});
  const withRate = onEveryAnswer((event, response) => {
    const state = stateOf(event);
    if (!response || !state) return;
    const { 'RateLimit-Policy': other, ...headers } = response.headers ?? {};
    const ours = rateHeaders(state, now());
    const policies = [ours['RateLimit-Policy'], other].filter((policy) => policy !== undefined).join(', ');
    response.headers = { ...headers, ...ours, 'RateLimit-Policy': policies };
  });
  return {
    ...withRate,
    before: ({ event }) => {
      const state = stateOf(event);
      if (!state || !isExceeded(state)) return;
      const wait = Math.max(1, secondsToReset(state, now()));
      throw new AppError(
        'rate_limited',
        `Rate limit reached: ${state.limit} requests per minute for this API key and the keys that share its limit. Try again in ${wait} seconds.`,
        { extensions: { retry_after_seconds: wait, 'violated-policies': [RATE_POLICY] } },
      );
    },
  };
}

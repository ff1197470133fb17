import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Endpoint } from '../../contract/endpoint/endpoint.ts';
import { type Clock, systemClock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { type Middleware, nothingToDo, onEveryAnswer } from '../middleware.ts';

/** How long a window of the limit is, in seconds. It begins with the minute on the clock. */
export const WINDOW_SECONDS = 60;

/** The name of the rate limit in headers and in problems. */
export const RATE_POLICY = 'default';

/** Where a key stands in the minute of a request. */
export interface RateState {
  /** How many calls a minute allows. */
  readonly limit: number;
  /** This minute's calls with this one; null where it was not counted, and then not refused. */
  readonly used: number | null;
  readonly resetAt: Date;
}

export type Texts = Readonly<Record<string, unknown>>;

/** For the authorizer's context, whose values are strings. */
export function toContext({ limit, used, resetAt }: RateState): Record<string, string> {
  return { rate_limit: String(limit), rate_used: String(used ?? ''), rate_reset: String(resetAt.getTime()) };
}

/** @returns undefined where the authorizer could not count the call. */
export function fromContext({ rate_limit, rate_used, rate_reset }: Texts): RateState | undefined {
  const [limit, reset] = [numberOf(rate_limit), numberOf(rate_reset)];
  return limit === null || reset === null ? undefined : { limit, used: numberOf(rate_used), resetAt: new Date(reset) };
}

function numberOf(text: unknown): number | null {
  return typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** Exactly as many calls of a minute pass as it allows. */
export function isExceeded({ limit, used }: RateState): boolean {
  return used !== null && used > limit;
}

export function remainingOf({ limit, used }: RateState): number | null {
  return used === null ? null : Math.max(0, limit - used);
}

/** Whole seconds until the window ends, at least one while it lasts: a client that waits that long is not too early. */
function secondsToReset({ resetAt }: RateState, now: Date): number {
  return Math.max(0, Math.ceil((resetAt.getTime() - now.getTime()) / 1000));
}

/** The limit as headers: two of the IETF draft (seconds left), three for older clients (seconds since 1970). */
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

/** Refuses calls beyond a key's rate limit before reading the rest. The authorizer counts; uncounted calls pass. */
export function rateLimit({ access }: Endpoint, now: Clock = systemClock): Middleware {
  if (access !== 'key') return nothingToDo;
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
        `This API key and the keys that share its limit can make ${state.limit} requests per minute. Try again in ${wait} seconds.`,
        { extensions: { retry_after_seconds: wait, 'violated-policies': [RATE_POLICY] } },
      );
    },
  };
}

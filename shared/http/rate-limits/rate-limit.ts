import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Endpoint } from '../../contract/endpoint/endpoint.ts';
import { type Clock, systemClock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { wired } from '../../platform/init/wired.ts';
import { isUnchanged } from '../answers/etag.ts';
import { type Middleware, noOp, onEveryAnswer } from '../middleware.ts';
import { callerOf } from '../request/request.ts';
import { type ChargeCall, callCharges, isCharged } from './charge-calls.ts';
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

/**
 * Refuses requests over the rate limit before reading them. The authorizer counts. Uncounted requests pass. Conditional
 * requests that do not end in a 304 are counted here, and refused if other requests have used up the limit meanwhile.
 */
export function rateLimit(
  endpoint: Endpoint,
  make: () => ChargeCall = callCharges,
  now: Clock = systemClock,
): Middleware {
  if (endpoint.access !== 'key') return noOp;
  const chargeOf = isCharged(endpoint) ? wired(make) : undefined;
  const counted = new WeakMap<APIGatewayProxyEvent, RateState>();
  const stateOf = (event: APIGatewayProxyEvent) =>
    counted.get(event) ?? fromContext(event.requestContext.authorizer ?? {});
  const charge = async (event: APIGatewayProxyEvent, state: RateState): Promise<RateState> => {
    const { calls_key: callsKey } = event.requestContext.authorizer ?? {};
    if (!chargeOf || !state.conditional || counted.has(event) || typeof callsKey !== 'string') return state;
    const { conditional: _, ...charged } = await chargeOf()(callerOf(event), callsKey, state);
    counted.set(event, charged);
    return charged;
  };
  const withRate = onEveryAnswer(async (event, response) => {
    const uncharged = stateOf(event);
    if (!response || !uncharged) return;
    const state = isUnchanged(event, response) ? uncharged : await charge(event, uncharged);
    const { 'RateLimit-Policy': other, ...headers } = response.headers ?? {};
    const ours = rateHeaders(state, now());
    const policies = [ours['RateLimit-Policy'], other].filter((policy) => policy !== undefined).join(', ');
    response.headers = { ...headers, ...ours, 'RateLimit-Policy': policies };
    // Concurrent requests used up the limit: the response is withheld, so that no condition makes more of them.
    if (state !== uncharged && isExceeded(state) && response.statusCode < 400) throw refusal(state, now());
  });
  return {
    ...withRate,
    before: ({ event }) => {
      const state = stateOf(event);
      if (!state || !isExceeded(state)) return;
      // A refused request is not counted again.
      const { conditional: _, ...refused } = state;
      counted.set(event, refused);
      throw refusal(state, now());
    },
  };
}

function refusal(state: RateState, now: Date): AppError {
  const { limit, used, conditional } = state;
  const wait = Math.max(1, secondsToReset(state, now));
  const most = conditional && (used === null || used < limit) ? `${conditional.limit} conditional` : `${limit}`;
  return new AppError(
    'rate_limited',
    `This API key and the keys that share its limit can make ${most} requests per minute. Try again in ${wait} seconds.`,
    { extensions: { retry_after_seconds: wait, 'violated-policies': [RATE_POLICY] } },
  );
}

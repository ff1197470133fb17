import type { APIGatewayProxyEvent } from 'aws-lambda';
import { type Endpoint, isAuthorized } from '../../contract/endpoint/endpoint.ts';
import { type Clock, systemClock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { wired } from '../../platform/init/wired.ts';
import { isUnchanged } from '../answers/etag.ts';
import { type Middleware, noOp, onEveryAnswer } from '../middleware.ts';
import { type ChargeCall, callCharges, isCharged } from '../rate-limits/charge-calls.ts';
import {
  fromContext,
  isExceeded,
  RATE_POLICY,
  type RateState,
  rateHeaders,
  secondsToReset,
} from '../rate-limits/rate-limit.ts';
import { callerOf, hasOwner } from '../request/caller-context.ts';

/**
 * Refuses requests over the rate limit before reading them. The authorizer counts. Uncounted requests pass. Conditional
 * requests that do not end in a 304 are counted here, and refused if other requests have used up the limit meanwhile.
 */
export function rateLimit(
  endpoint: Endpoint,
  make: () => ChargeCall = callCharges,
  now: Clock = systemClock,
): Middleware {
  if (!isAuthorized(endpoint)) return noOp;
  const chargeOf = isCharged(endpoint) ? wired(make) : undefined;
  const counted = new WeakMap<APIGatewayProxyEvent, RateState>();
  const stateOf = (event: APIGatewayProxyEvent) =>
    counted.get(event) ?? fromContext(event.requestContext.authorizer ?? {});
  const charge = async (event: APIGatewayProxyEvent, state: RateState): Promise<RateState> => {
    const { calls_key: callsKey } = event.requestContext.authorizer ?? {};
    if (!chargeOf || !hasOwner(event) || !state.conditional || counted.has(event) || typeof callsKey !== 'string')
      return state;
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
    `Rate limit reached: ${most} requests per minute for this API key and the keys that share its limit. Try again in ${wait} seconds.`,
    { extensions: { retry_after_seconds: wait, 'violated-policies': [RATE_POLICY] } },
  );
}

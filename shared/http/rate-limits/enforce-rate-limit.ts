import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { Endpoint } from '../../contract/endpoint/endpoint.ts';
import { type Clock, systemClock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { nothingToDo } from '../answers/nothing-to-do.ts';
import { fromContext, isExceeded, RATE_POLICY, rateHeaders, secondsToReset } from '../operation/rate-limit.ts';

/** Refuses calls beyond a key's rate limit before reading the rest. The authorizer counts; uncounted calls pass. */
export function rateLimit(
  { access }: Endpoint,
  now: Clock = systemClock,
): MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult> {
  if (access !== 'key') return nothingToDo;
  const stateOf = ({ requestContext }: APIGatewayProxyEvent) => fromContext(requestContext.authorizer ?? {});
  const add = (event: APIGatewayProxyEvent, response: APIGatewayProxyResult | null | undefined): void => {
    const state = stateOf(event);
    if (!response || !state) return;
    const { 'RateLimit-Policy': other, ...headers } = response.headers ?? {};
    const ours = rateHeaders(state, now());
    const policies = [ours['RateLimit-Policy'], other].filter((policy) => policy !== undefined).join(', ');
    response.headers = { ...headers, ...ours, 'RateLimit-Policy': policies };
  };
  return {
    before: ({ event }) => {
      const state = stateOf(event);
      if (!state || !isExceeded(state)) return;
      const wait = Math.max(1, secondsToReset(state, now()));
      throw new AppError(
        'rate_limited',
        `this API key, with those that share its limit, may make ${state.limit} calls in a minute; wait ${wait} seconds`,
        {
          extensions: { retry_after_seconds: wait, 'violated-policies': [RATE_POLICY] },
        },
      );
    },
    after: (request) => add(request.event, request.response),
    onError: (request) => add(request.event, request.response),
  };
}
